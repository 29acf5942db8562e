"""The client for programs that wait for each answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from ._call import RetryPolicy
from ._flows import (
    CSV,
    CSV_WITH_MARK,
    DOCUMENTS,
    LIST_PAGE,
    NDJSON,
    RESULTS,
    XLSX,
    Flows,
    Row,
    Schema,
    change_of,
    record_of_line,
)
from ._folder import FolderRun, RunOptions, folder_files
from ._sender import Sender
from ._service import DEFAULT_TIMEOUT, key_of_environment, service_of
from ._target import Target
from .account import DocumentType, NewKey, SavedType, Usage, Webhook
from .batches import Batch, FileResult, Progress
from .errors import FolderError
from .layouts import Layout, LayoutPage, LayoutSummary
from .records import Download, Filter, Page, PageWords, Record
from .sources import Source


class Client:
    """Speaks to one service with one API key. It may be used by several threads at a time and keeps
    connections open between calls; close it, or use it in a with statement.

        with Client("http://127.0.0.1:8080", key) as docmill:
            record = docmill.extract("invoice.pdf")

    Calls that the service could not take, or that got no answer, are made again a bounded number of
    times (see RetryPolicy); those that make something, under an idempotency key, so that a file is
    never taken in, nor charged, twice. Refusals are DocmillError.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        retries: RetryPolicy | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        user_agent: str | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """base_url: such as https://docmill.example; None takes the variable DOCMILL_URL.
        api_key: None takes the variable DOCMILL_API_KEY.
        timeout: seconds without a byte after which a request has failed, beyond those that a call asks
            the service to wait.
        user_agent: the program's own, such as bookkeeping/2.1.
        http_client: for proxies, certificates and tracing; it is not closed with the client.
        """
        service = service_of(base_url, key_of_environment(api_key), timeout, user_agent)
        self._owned = http_client is None
        self._sender = Sender(service, http_client or httpx.Client())
        self._policy = retries or RetryPolicy()
        self._flows = Flows(self._policy)

    def __repr__(self) -> str:
        return f"<docmill client of {self._sender.service.base}>"  # without the key: it may be logged

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        if self._owned:
            self._sender.http.close()

    # Documents

    def extract(
        self,
        file: Source,
        *,
        document_type: str | None = None,
        schema: Schema | None = None,
        wait: float | None = None,
        idempotency_key: str | None = None,
    ) -> Record:
        """Sends a file and returns its record: with its end when that came within the wait, else as far
        as it got; wait_for waits on. A document that could not be read is a record whose status is
        failed, and no error (see Record.raise_if_failed).

        document_type: None lets the service find it.
        schema: a JSON Schema of fields to find beside the type's own, at most 64 KB.
        wait: seconds up to 60; 0 answers as soon as the file is taken in, None after 10 at most.
        idempotency_key: makes calls one, for 24 hours. One is made for each call, which covers its
            repetitions; one of your own also covers a crash and a new start.
        """
        return self._sender.run(self._flows.extract(file, document_type, schema, wait, idempotency_key))

    def document(self, id: str, *, wait: float | None = None) -> Record:
        """The record as it is now, or once it has ended within so many seconds (up to 60)."""
        return self._sender.run(self._flows.document(id, wait))

    def wait_for(self, document: str | Record, *, timeout: float | None = None) -> Record:
        """The record once the document, given by its id or record, has ended, completed or failed. It
        asks with long polls, and so learns of the end at once. TimeoutError after timeout seconds."""
        return self._sender.run(self._flows.wait_for(document, timeout))

    def correct(
        self,
        id: str,
        data: Mapping[str, str | None | Sequence[Row | str]] | None = None,
        *,
        confirm: Sequence[str] = (),
        unconfirm: Sequence[str] = (),
        revert: Sequence[str] = (),
        reviewed: bool | None = None,
        if_match: str | None = None,
    ) -> Record:
        """Keeps what a person says of a completed document, as a whole or not at all, and returns the
        record as it then is.

        data: right values by path (total, lineItems.0.amount), None for "not on the document"; or all
            rows of a list by its name (lineItems).
        confirm, unconfirm: paths of values that are right as they stand, or not said to be any more.
        revert: paths whose corrections are undone.
        reviewed: marks the document as looked at, or takes the mark away.
        if_match: the etag of the record that was looked at: PRECONDITION_FAILED where it has changed.
        """
        return self._sender.run(
            self._flows.correct(id, change_of(data, confirm, unconfirm, revert, reviewed), if_match)
        )

    def rerun(
        self,
        id: str,
        *,
        document_type: str | None = None,
        wait: float | None = None,
        idempotency_key: str | None = None,
    ) -> Record:
        """Makes a new document of the bytes of one that is here, and returns its record as extract does;
        the old one stays as it is. document_type: None for the one asked for before."""
        return self._sender.run(self._flows.rerun(id, document_type, wait, idempotency_key))

    def delete(self, id: str) -> None:
        """Erases a document and everything made of it, at any state, for good."""
        self._sender.run(self._flows.delete(id))

    def file(self, id: str) -> Download:
        """The file as it was sent, in memory."""
        return self._sender.run(self._flows.file(id))

    def save_file(self, id: str, to: Target) -> None:
        """Writes the file as it was sent to a path or an open binary file."""
        self._sender.save(self._flows.original(id), to)

    def page_image(self, id: str, page: int = 1, *, width: int | None = None) -> bytes:
        """A page, counted from 1, as a PNG picture; width: pixels, 16 to 2400 (None: 1000)."""
        return self._sender.run(self._flows.page_image(id, page, width))

    def page_words(self, id: str, page: int = 1) -> PageWords:
        """The words of a page, counted from 1, and where each stands. A scan is recognised when it is asked
        for the first time, which takes some seconds."""
        return self._sender.run(self._flows.page_words(id, page))

    # Lists and exports

    def documents(self, filter: Filter | None = None) -> Iterator[Record]:
        """All documents, newest first, read page by page. Records come without fields."""
        return self._list(DOCUMENTS, filter)

    def results(self, filter: Filter | None = None) -> Iterator[Record]:
        """documents of those that have ended."""
        return self._list(RESULTS, filter)

    def documents_page(
        self, filter: Filter | None = None, *, limit: int | None = None, cursor: str | None = None
    ) -> Page:
        """One page of all documents; limit: 1 to 100 (None: 20), cursor: next_cursor of the page before."""
        return self._sender.run(self._flows.page(DOCUMENTS, filter, limit, cursor))

    def results_page(
        self, filter: Filter | None = None, *, limit: int | None = None, cursor: str | None = None
    ) -> Page:
        """documents_page of those that have ended."""
        return self._sender.run(self._flows.page(RESULTS, filter, limit, cursor))

    def export_records(self, filter: Filter | None = None) -> Iterator[Record]:
        """The whole selection of ended documents, newest first, in one answer that is read as it arrives.
        Records come without fields."""
        with self._sender.open(self._flows.export(filter, NDJSON)) as answer:
            for line in answer.iter_lines():
                if line.strip():
                    yield record_of_line(line)

    def export_ndjson(self, to: Target, filter: Filter | None = None) -> None:
        """Writes ended documents to a path or an open binary file, one record in each line. A path has
        the whole export or is not touched."""
        self._sender.save(self._flows.export(filter, NDJSON), to)

    def export_csv(self, to: Target, filter: Filter | None = None, *, bom: bool = False) -> None:
        """export_ndjson as CSV (RFC 4180), a header line first; bom: a byte order mark, for spreadsheets."""
        self._sender.save(self._flows.export(filter, CSV_WITH_MARK if bom else CSV), to)

    def export_xlsx(self, to: Target, filter: Filter | None = None) -> None:
        """export_ndjson as a workbook: sheets of documents, of their line items and of transactions."""
        self._sender.save(self._flows.export(filter, XLSX), to)

    # Batches

    def batch(
        self, files: Sequence[Source], *, document_type: str | None = None, idempotency_key: str | None = None
    ) -> Batch:
        """Sends up to 100 files in one call, which is answered once all have arrived; wait_for_batch tells
        what becomes of them. A file that is refused is an entry whose status is rejected, and no error."""
        return self._sender.run(self._flows.batch(files, document_type, idempotency_key))

    def batch_status(self, id: str) -> Batch:
        """A batch as it is now."""
        return self._sender.run(self._flows.batch_status(id))

    def wait_for_batch(
        self, batch: str | Batch, *, timeout: float | None = None, progress: Callable[[Batch], None] | None = None
    ) -> Batch:
        """The batch once all its documents have ended. progress is told of each state that is seen."""
        return self._sender.run(self._flows.wait_for_batch(batch, timeout, progress))

    def batch_folder(
        self,
        folder: str | os.PathLike[str],
        *,
        document_type: str | None = None,
        concurrency: int = 2,
        match: Callable[[str], bool] | None = None,
        progress: Callable[[Progress], None] | None = None,
        run: str = "",
    ) -> list[FileResult]:
        """Sends all files below a folder, however many, in batches, waits for them and returns what became
        of each, in the order of their paths. A file that is refused is a result and no error.

        The call can be made again after a crash or an error (FolderError, with the results so far), for 24
        hours, and then goes on where it was: each batch has an idempotency key made of the paths and
        contents of its files. Only files in a batch that something changed in are sent, and charged, anew.

        concurrency: batches under way at a time.
        match: chooses files by their path below the folder, with slashes; None leaves out those with an
            element that begins with a dot. Symbolic links are not followed.
        progress: told of every change of a file's status, one call at a time, on any thread.
        run: distinguishes runs: under another name the same files are sent anew.
        """
        return self._send_all(folder_files(folder, match), concurrency, RunOptions(document_type, progress, run))

    def batch_files(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        document_type: str | None = None,
        concurrency: int = 2,
        progress: Callable[[Progress], None] | None = None,
        run: str = "",
    ) -> list[FileResult]:
        """batch_folder of the files at these paths, in their order."""
        files = [(os.fspath(path), Path(path)) for path in paths]
        return self._send_all(files, concurrency, RunOptions(document_type, progress, run))

    # Layouts

    def layouts(self) -> Iterator[LayoutSummary]:
        """What corrections taught, newest first, read page by page; layout tells the whole of one."""
        cursor = None
        while True:
            page = self.layouts_page(limit=LIST_PAGE, cursor=cursor)
            yield from page.items
            cursor = page.next_cursor
            if cursor is None:
                return

    def layouts_page(self, *, limit: int | None = None, cursor: str | None = None) -> LayoutPage:
        """One page of the layouts: at most limit (1 to 100; 20), from cursor on."""
        return self._sender.run(self._flows.layouts_page(limit, cursor))

    def layout(self, id: str) -> Layout:
        """One layout, with its fields and the documents that taught it."""
        return self._sender.run(self._flows.layout(id))

    def enable_layout(self, id: str, enabled: bool) -> Layout:
        """Has documents read by a layout, or not any more, and returns it as it then is. It is taught in
        either case."""
        return self._sender.run(self._flows.enable_layout(id, enabled))

    def forget_layout(self, id: str) -> None:
        """Removes what a layout was taught. Documents and their records stay; what people say of documents
        later teaches anew."""
        self._sender.run(self._flows.forget_layout(id))

    # Account

    def usage(self) -> Usage:
        """Plan, limits and what is left of them."""
        return self._sender.run(self._flows.usage())

    def document_types(self) -> list[DocumentType]:
        """The built-in document types and the latest versions of the saved ones."""
        return self._sender.run(self._flows.document_types())

    def document_type(self, name: str, *, version: int | None = None) -> SavedType:
        """A saved document type in its latest version, or in another one."""
        return self._sender.run(self._flows.document_type(name, version))

    def create_document_type(
        self, name: str, schema: str | Mapping[str, Any], *, title: str | None = None
    ) -> SavedType:
        """Saves a document type with a JSON Schema of its fields. A name in use is INVALID_STATE. The call is not
        repeated."""
        return self._sender.run(self._flows.create_document_type(name, schema, title))

    def change_document_type(
        self, name: str, schema: str | Mapping[str, Any], *, title: str | None = None
    ) -> SavedType:
        """Adds a version to a saved type, unless title and schema are those of the latest one."""
        return self._sender.run(self._flows.change_document_type(name, schema, title))

    def delete_document_type(self, name: str) -> None:
        """Deletes a saved type with all its versions. Its documents stay as they are."""
        self._sender.run(self._flows.delete_document_type(name))

    def create_key(self, name: str, *, expires_in_days: int | None = None) -> NewKey:
        """Another key of the account (name: 1 to 100 characters; expires_in_days: 1 to 3650, None for
        never). The call is not repeated: a key whose answer was lost would stay, unknown to anybody."""
        return self._sender.run(self._flows.create_key(name, expires_in_days))

    @staticmethod
    def register(base_url: str, name: str) -> NewKey:
        """Makes a new account and returns its first key, where the service lets anybody do so; elsewhere
        it fails with AUTH_MISSING. The call is not repeated."""
        with httpx.Client() as http:
            return Sender(service_of(base_url, None), http).run(Flows(RetryPolicy()).create_key(name, None))

    def register_webhook(self, url: str, events: Sequence[str]) -> Webhook:
        """Asks for deliveries of events to an https address. As long as webhooks are not live it fails with
        WEBHOOKS_NOT_AVAILABLE. The call is not repeated."""
        return self._sender.run(self._flows.register_webhook(url, events))

    def webhooks(self) -> list[Webhook]:
        """The account's subscriptions."""
        return self._sender.run(self._flows.webhooks())

    def delete_webhook(self, id: str) -> None:
        """Removes a subscription."""
        self._sender.run(self._flows.delete_webhook(id))

    def _list(self, path: str, chosen: Filter | None) -> Iterator[Record]:
        cursor = None
        while True:
            page = self._sender.run(self._flows.page(path, chosen, LIST_PAGE, cursor))
            yield from page.items
            cursor = page.next_cursor
            if cursor is None:
                return

    def _send_all(self, files: Sequence[tuple[str, Path]], concurrency: int, options: RunOptions) -> list[FileResult]:
        run = FolderRun(files, options, self._policy)
        self._sender.run(run.prepare())

        def work() -> None:
            try:
                while chunk := run.next_chunk():
                    self._sender.run(run.send_chunk(chunk))
            except Exception as error:
                run.stop(error)

        count = max(1, concurrency)
        with ThreadPoolExecutor(count, "docmill") as workers:
            try:
                for future in [workers.submit(work) for _ in range(count)]:
                    future.result()
            except BaseException as interruption:
                run.stop(interruption)
                raise
        if run.error:
            raise FolderError(run.error, run.results) from run.error
        return run.results
