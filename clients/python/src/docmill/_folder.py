"""A run over files of any number: cut into batches, sent, and watched to their ends."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ._call import Flow, RetryPolicy
from ._flows import MAX_BATCH_FILES, Flows
from .batches import Batch, BatchEntry, FileResult, Progress
from .errors import Code, DocmillError
from .sources import Source

# Bounds of a batch. What a batch holds must not depend on the plan, or an upgrade in the middle
# would change every key: large files travel alone instead.
CHUNK_BYTES = 32 << 20
ALONE_BYTES = 4 << 20  # below the smallest plan's limit
# A file the first byte of whose hash is below ends its batch, one of 64: batches after a change find
# their old borders again.
CUT_BELOW = 4
# How often a call of a long run is made: a service that has no room for minutes is no reason to give
# up a thousand files.
ATTEMPTS = 25


@dataclass(frozen=True)
class HashedFile:
    """A file of the run, by its index among the results."""

    index: int
    size: int
    sum: bytes


@dataclass(frozen=True)
class RunOptions:
    """What the caller asked for; see Client.batch_folder."""

    document_type: str | None = None
    progress: Callable[[Progress], None] | None = None
    run: str = ""


def folder_files(folder: str | os.PathLike[str], match: Callable[[str], bool] | None) -> list[tuple[str, Path]]:
    """The chosen files below a folder, in the order of their paths, without symbolic links."""
    root, found = Path(folder), []
    if not root.is_dir():
        raise NotADirectoryError(f"{root} is no folder")

    def refuse(error: OSError) -> None:
        raise error

    for directory, _, names in os.walk(root, onerror=refuse):
        for name in names:
            path = Path(directory, name)
            below = path.relative_to(root).as_posix()
            if path.is_file() and not path.is_symlink() and (match or is_visible)(below):
                found.append((below, path))
    return sorted(found, key=lambda file: file[0].split("/"))


def is_visible(path: str) -> bool:
    """No element of the path begins with a dot."""
    return not any(element.startswith(".") for element in path.split("/"))


class FolderRun:
    """One run. Its workers take chunks with next_chunk and carry send_chunk out."""

    def __init__(self, files: Sequence[tuple[str, Path]], options: RunOptions, policy: RetryPolicy) -> None:
        self.results = [FileResult(path) for path, _ in files]
        self.error: BaseException | None = None
        self._paths = [path for _, path in files]
        self._options = options
        self._flows = Flows(dataclasses.replace(policy, attempts=max(ATTEMPTS, policy.attempts)))
        self._max_file = 0
        self._ended = 0
        self._reporting = threading.RLock()
        self._cutting = threading.Lock()
        self._chunks = self._cut()

    def prepare(self) -> Flow[None]:
        """Asks what the plan allows."""
        usage = yield from self._flows.usage()
        self._max_file = usage.max_file_size

    def next_chunk(self) -> list[HashedFile] | None:
        """Reads the files of the next batch; None when there is none or the run has stopped."""
        with self._cutting:
            return None if self.error else next(self._chunks, None)

    def stop(self, error: BaseException) -> None:
        """Lets no further batch be sent, and those under way be watched no longer; the first error counts."""
        self.error = self.error or error

    def send_chunk(self, chunk: list[HashedFile], after: str = "") -> Flow[None]:
        """Sends a batch and watches it to its end. after: the batch whose refused files these are."""
        sources: list[Source] = [self._paths[f.index] for f in chunk]
        try:
            batch = yield from self._flows.batch(sources, self._options.document_type, self._key(chunk, after))
        except DocmillError as error:
            if error.code == Code.QUOTA_EXCEEDED:
                for f in chunk:
                    self._report(f.index, _rejection(error))
            raise
        if len(batch.results) != len(chunk):
            raise DocmillError(f"Batch {batch.id} has {len(batch.results)} entries for {len(chunk)} files.")
        again = _without_room(chunk, batch)
        skip = {f.index for f in again}
        yield from self._flows.wait_for_batch(batch, None, lambda seen: self._see(chunk, seen, skip))
        if again:
            yield from self.send_chunk(again, batch.id)

    def _see(self, chunk: list[HashedFile], batch: Batch, skip: set[int]) -> None:
        if self.error:
            raise self.error
        for f, entry in zip(chunk, batch.results):
            if f.index not in skip:
                self._report(f.index, entry)

    def _report(self, index: int, news: BatchEntry | FileResult) -> None:
        """Keeps the result of a file and tells of it when its status is new."""
        with self._reporting:
            known = self.results[index]
            if known.status == news.status:
                return
            result = FileResult(known.path, news.status, news.id, news.code, news.error)
            self.results[index] = result
            self._ended += result.ended
            if self._options.progress:
                self._options.progress(Progress(result, self._ended, len(self.results)))

    def _cut(self) -> Iterator[list[HashedFile]]:
        """Reads every file once. Those that cannot be sent are reported and left out."""
        chunk: list[HashedFile] = []
        size = 0
        for index in range(len(self._paths)):
            try:
                f = self._inspect(index)
            except (OSError, DocmillError) as error:
                self._report(index, _rejection(error))
                continue
            if f.size > ALONE_BYTES:
                yield [f]
                continue
            if chunk and size + f.size > CHUNK_BYTES:
                yield chunk
                chunk, size = [], 0
            chunk.append(f)
            size += f.size
            if len(chunk) == MAX_BATCH_FILES or f.sum[0] < CUT_BELOW:
                yield chunk
                chunk, size = [], 0
        if chunk:
            yield chunk

    def _inspect(self, index: int) -> HashedFile:
        """Size and hash of a file. One that the plan does not allow is not read at all."""
        digest, size = hashlib.sha256(), 0
        with self._paths[index].open("rb") as reader:
            length = os.fstat(reader.fileno()).st_size
            if length > self._max_file:
                message = f"The file has {length} bytes and the plan allows {self._max_file}."
                raise DocmillError(message, code=Code.FILE_TOO_LARGE)
            while block := reader.read(1 << 20):
                digest.update(block)
                size += len(block)
        return HashedFile(index, size, digest.digest())

    def _key(self, chunk: list[HashedFile], after: str) -> str:
        """Names a batch by what it holds: two have the same key only if they hold the same files at the
        same paths, in the same run."""
        digest = hashlib.sha256()

        def framed(text: str) -> None:
            content = text.encode("utf-8", "surrogateescape")
            digest.update(len(content).to_bytes(8, "big") + content)

        framed(self._options.run)
        framed(self._options.document_type or "")
        framed(after)
        for f in chunk:
            framed(self.results[f.index].path)
            digest.update(f.sum)
        return "folder-" + digest.hexdigest()


def _without_room(chunk: list[HashedFile], batch: Batch) -> list[HashedFile]:
    """The files that an earlier run sent when the month was full."""
    if not batch.replayed:
        return []
    full = [entry.status == "rejected" and entry.code == Code.QUOTA_EXCEEDED for entry in batch.results]
    return [f for f, refused in zip(chunk, full) if refused]


def _rejection(error: Exception) -> FileResult:
    """The result of a file that was not taken, but for its path."""
    if isinstance(error, DocmillError):
        return FileResult("", "rejected", code=error.code, error=error.message)
    return FileResult("", "rejected", error=str(error))
