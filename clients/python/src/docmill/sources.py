"""Files to send."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

Source = str | os.PathLike[str] | bytes | IO[bytes] | tuple[str, bytes | IO[bytes]]
"""A path, bytes, a binary file that is open, or a pair of the name that records shall call the file
and its bytes or the open file. An open file is sent from where it stands and not closed; one that
cannot seek is read into memory first, so that a call can be repeated."""


@dataclass(frozen=True)
class OpenSource:
    """A file that can be opened as often as a call is repeated."""

    name: str
    open: Callable[[], IO[bytes]]
    owned: bool
    """The reader is closed after each attempt."""


def open_source(source: Source) -> OpenSource:
    """TypeError for what is no file."""
    if isinstance(source, tuple):
        name, content = source
        return _named(name, content)
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        if not path.is_file():
            raise FileNotFoundError(f"{path} is no regular file")
        return OpenSource(path.name, lambda: path.open("rb"), owned=True)
    called = getattr(source, "name", None)
    return _named(os.path.basename(called) if isinstance(called, str) else "document", source)


def _named(name: str, content: bytes | IO[bytes]) -> OpenSource:
    if isinstance(content, bytes):
        held = content
        return OpenSource(name, lambda: io.BytesIO(held), owned=True)
    if not hasattr(content, "read"):
        raise TypeError(f"a file is a path, bytes or an open binary file, not {type(content).__name__}")
    if isinstance(content, io.TextIOBase):
        raise TypeError("open the file in binary mode")
    file = content
    if not file.seekable():
        return _named(name, file.read())
    start = file.tell()
    return OpenSource(name, lambda: cast(IO[bytes], _Rest(file, start)), owned=False)


class _Rest:
    """What a file holds from some place on, as a file: httpx sends files from their very beginning."""

    def __init__(self, file: IO[bytes], start: int) -> None:
        self._file = file
        self._start = start
        self.seek(0)

    def read(self, size: int = -1) -> bytes:
        return self._file.read(size)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence == os.SEEK_SET:
            offset += self._start
        return self._file.seek(offset, whence) - self._start

    def tell(self) -> int:
        return self._file.tell() - self._start

    def seekable(self) -> bool:
        return True
