"""The client for programs that do other things while they wait."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from ._async_sender import AsyncSender
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
from ._service import DEFAULT_TIMEOUT, key_of_environment, service_of
from ._target import Target
from .account import DocumentType, NewKey, SavedType, Usage, Webhook
from .batches import Batch, FileResult, Progress
from .errors import FolderError
from .layouts import Layout, LayoutPage, LayoutSummary
from .records import Download, Filter, Page, PageWords, Record
from .sources import Source


class AsyncClient:
    """Client with the same methods, each of which is awaited; lists are iterated with async for.

        async with AsyncClient("http://127.0.0.1:8080", key) as docmill:
            record = await docmill.extract("invoice.pdf")
            async for record in docmill.results():
                ...

    Files are read and written on the event loop's own thread, block by block.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        retries: RetryPolicy | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        user_agent: str | None = None,
        http_client: httpx.AsyncClient | None = None,
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
        self._sender = AsyncSender(service, http_client or httpx.AsyncClient())
        self._policy = retries or RetryPolicy()
        self._flows = Flows(self._policy)

    def __repr__(self) -> str:
        return f"<docmill client of {self._sender.service.base}>"  # without the key: it may be logged

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        if self._owned:
            await self._sender.http.aclose()

    # Documents

    async def extract(
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
        return await self._sender.run(self._flows.extract(file, document_type, schema, wait, idempotency_key))

    async def document(self, id: str, *, wait: float | None = None) -> Record:
        """The record as it is now, or once it has ended within so many seconds (up to 60)."""
        return await self._sender.run(self._flows.document(id, wait))

    async def wait_for(self, document: str | Record, *, timeout: float | None = None) -> Record:
        """The record once the document, given by its id or record, has ended, completed or failed. It
        asks with long polls, and so learns of the end at once. TimeoutError after timeout seconds."""
        return await self._sender.run(self._flows.wait_for(document, timeout))

    async def correct(
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
        return await self._sender.run(
            self._flows.correct(id, change_of(data, confirm, unconfirm, revert, reviewed), if_match)
        )

    async def rerun(
        self,
        id: str,
        *,
        document_type: str | None = None,
        wait: float | None = None,
        idempotency_key: str | None = None,
    ) -> Record:
        """Makes a new document of the bytes of one that is here, and returns its record as extract does;
        the old one stays as it is. document_type: None for the one asked for before."""
        return await self._sender.run(self._flows.rerun(id, document_type, wait, idempotency_key))

    async def delete(self, id: str) -> None:
        """Erases a document and everything made of it, at any state, for good."""
        await self._sender.run(self._flows.delete(id))

    async def file(self, id: str) -> Download:
        """The file as it was sent, in memory."""
        return await self._sender.run(self._flows.file(id))

    async def save_file(self, id: str, to: Target) -> None:
        """Writes the file as it was sent to a path or an open binary file."""
        await self._sender.save(self._flows.original(id), to)

    async def page_image(self, id: str, page: int = 1, *, width: int | None = None) -> bytes:
        """A page, counted from 1, as a PNG picture; width: pixels, 16 to 2400 (None: 1000)."""
        return await self._sender.run(self._flows.page_image(id, page, width))

    async def page_words(self, id: str, page: int = 1) -> PageWords:
        """The words of a page, counted from 1, and where each stands. A scan is recognised when it is asked
        for the first time, which takes some seconds."""
        return await self._sender.run(self._flows.page_words(id, page))

    # Lists and exports

    def documents(self, filter: Filter | None = None) -> AsyncIterator[Record]:
        """All documents, newest first, read page by page. Records come without fields."""
        return self._list(DOCUMENTS, filter)

    def results(self, filter: Filter | None = None) -> AsyncIterator[Record]:
        """documents of those that have ended."""
        return self._list(RESULTS, filter)

    async def documents_page(
        self, filter: Filter | None = None, *, limit: int | None = None, cursor: str | None = None
    ) -> Page:
        """One page of all documents; limit: 1 to 100 (None: 20), cursor: next_cursor of the page before."""
        return await self._sender.run(self._flows.page(DOCUMENTS, filter, limit, cursor))

    async def results_page(
        self, filter: Filter | None = None, *, limit: int | None = None, cursor: str | None = None
    ) -> Page:
        """documents_page of those that have ended."""
        return await self._sender.run(self._flows.page(RESULTS, filter, limit, cursor))

    async def export_records(self, filter: Filter | None = None) -> AsyncIterator[Record]:
        """The whole selection of ended documents, newest first, in one answer that is read as it arrives.
        Records come without fields."""
        async with self._sender.open(self._flows.export(filter, NDJSON)) as answer:
            async for line in answer.aiter_lines():
                if line.strip():
                    yield record_of_line(line)

    async def export_ndjson(self, to: Target, filter: Filter | None = None) -> None:
        """Writes ended documents to a path or an open binary file, one record in each line. A path has
        the whole export or is not touched."""
        await self._sender.save(self._flows.export(filter, NDJSON), to)

    async def export_csv(self, to: Target, filter: Filter | None = None, *, bom: bool = False) -> None:
        """export_ndjson as CSV (RFC 4180), a header line first; bom: a byte order mark, for spreadsheets."""
        await self._sender.save(self._flows.export(filter, CSV_WITH_MARK if bom else CSV), to)

    async def export_xlsx(self, to: Target, filter: Filter | None = None) -> None:
        """export_ndjson as a workbook: sheets of documents, of their line items and of transactions."""
        await self._sender.save(self._flows.export(filter, XLSX), to)

    # Batches

    async def batch(
        self, files: Sequence[Source], *, document_type: str | None = None, idempotency_key: str | None = None
    ) -> Batch:
        """Sends up to 100 files in one call, which is answered once all have arrived; wait_for_batch tells
        what becomes of them. A file that is refused is an entry whose status is rejected, and no error."""
        return await self._sender.run(self._flows.batch(files, document_type, idempotency_key))

    async def batch_status(self, id: str) -> Batch:
        """A batch as it is now."""
        return await self._sender.run(self._flows.batch_status(id))

    async def wait_for_batch(
        self, batch: str | Batch, *, timeout: float | None = None, progress: Callable[[Batch], None] | None = None
    ) -> Batch:
        """The batch once all its documents have ended. progress is told of each state that is seen."""
        return await self._sender.run(self._flows.wait_for_batch(batch, timeout, progress))

    async def batch_folder(
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
        return await self._send_all(folder_files(folder, match), concurrency, RunOptions(document_type, progress, run))

    async def batch_files(
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
        return await self._send_all(files, concurrency, RunOptions(document_type, progress, run))

    # Layouts

    async def layouts(self) -> AsyncIterator[LayoutSummary]:
        """What corrections taught, newest first, read page by page; layout tells the whole of one."""
        cursor = None
        while True:
            page = await self.layouts_page(limit=LIST_PAGE, cursor=cursor)
            for layout in page.items:
                yield layout
            cursor = page.next_cursor
            if cursor is None:
                return

    async def layouts_page(self, *, limit: int | None = None, cursor: str | None = None) -> LayoutPage:
        """One page of the layouts: at most limit (1 to 100; 20), from cursor on."""
        return await self._sender.run(self._flows.layouts_page(limit, cursor))

    async def layout(self, id: str) -> Layout:
        """One layout, with its fields and the documents that taught it."""
        return await self._sender.run(self._flows.layout(id))

    async def enable_layout(self, id: str, enabled: bool) -> Layout:
        """Has documents read by a layout, or not any more, and returns it as it then is. It is taught in
        either case."""
        return await self._sender.run(self._flows.enable_layout(id, enabled))

    async def forget_layout(self, id: str) -> None:
        """Removes what a layout was taught. Documents and their records stay; what people say of documents
        later teaches anew."""
        await self._sender.run(self._flows.forget_layout(id))

    # Account

    async def usage(self) -> Usage:
        """Plan, limits and what is left of them."""
        return await self._sender.run(self._flows.usage())

    async def document_types(self) -> list[DocumentType]:
        """The built-in document types and the latest versions of the saved ones."""
        return await self._sender.run(self._flows.document_types())

    async def document_type(self, name: str, *, version: int | None = None) -> SavedType:
        """A saved document type in its latest version, or in another one."""
        return await self._sender.run(self._flows.document_type(name, version))

    async def create_document_type(
        self, name: str, schema: str | Mapping[str, Any], *, title: str | None = None
    ) -> SavedType:
        """Saves a document type with a JSON Schema of its fields. A name in use is INVALID_STATE. The call is not
        repeated."""
        return await self._sender.run(self._flows.create_document_type(name, schema, title))

    async def change_document_type(
        self, name: str, schema: str | Mapping[str, Any], *, title: str | None = None
    ) -> SavedType:
        """Adds a version to a saved type, unless title and schema are those of the latest one."""
        return await self._sender.run(self._flows.change_document_type(name, schema, title))

    async def delete_document_type(self, name: str) -> None:
        """Deletes a saved type with all its versions. Its documents stay as they are."""
        await self._sender.run(self._flows.delete_document_type(name))

    async def create_key(self, name: str, *, expires_in_days: int | None = None) -> NewKey:
        """Another key of the account (name: 1 to 100 characters; expires_in_days: 1 to 3650, None for
        never). The call is not repeated: a key whose answer was lost would stay, unknown to anybody."""
        return await self._sender.run(self._flows.create_key(name, expires_in_days))

    @staticmethod
    async def register(base_url: str, name: str) -> NewKey:
        """Makes a new account and returns its first key, where the service lets anybody do so; elsewhere
        it fails with AUTH_MISSING. The call is not repeated."""
        async with httpx.AsyncClient() as http:
            return await AsyncSender(service_of(base_url, None), http).run(Flows(RetryPolicy()).create_key(name, None))

    async def register_webhook(self, url: str, events: Sequence[str]) -> Webhook:
        """Asks for deliveries of events to an https address. As long as webhooks are not live it fails with
        WEBHOOKS_NOT_AVAILABLE. The call is not repeated."""
        return await self._sender.run(self._flows.register_webhook(url, events))

    async def webhooks(self) -> list[Webhook]:
        """The account's subscriptions."""
        return await self._sender.run(self._flows.webhooks())

    async def delete_webhook(self, id: str) -> None:
        """Removes a subscription."""
        await self._sender.run(self._flows.delete_webhook(id))

    async def _list(self, path: str, chosen: Filter | None) -> AsyncIterator[Record]:
        cursor = None
        while True:
            page = await self._sender.run(self._flows.page(path, chosen, LIST_PAGE, cursor))
            for record in page.items:
                yield record
            cursor = page.next_cursor
            if cursor is None:
                return

    async def _send_all(
        self, files: Sequence[tuple[str, Path]], concurrency: int, options: RunOptions
    ) -> list[FileResult]:
        run = FolderRun(files, options, self._policy)
        await self._sender.run(run.prepare())

        turn = asyncio.Lock()  # threads that wait for their turn would be taken from the program

        async def work() -> None:
            try:
                while True:
                    async with turn:
                        chunk = await asyncio.to_thread(run.next_chunk)
                    if not chunk:
                        return
                    await self._sender.run(run.send_chunk(chunk))
            except Exception as error:
                run.stop(error)

        await asyncio.gather(*(work() for _ in range(max(1, concurrency))))
        if run.error:
            raise FolderError(run.error, run.results) from run.error
        return run.results
