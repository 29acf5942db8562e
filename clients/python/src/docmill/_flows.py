"""The calls of the API, as flows of effects (see _call)."""

from __future__ import annotations

import dataclasses
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from email.message import Message
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from ._call import Call, Flow, RetryPolicy, Sleep, perform
from ._decode import decode
from .account import DocumentType, NewKey, SavedType, Usage, Webhook
from .batches import Batch
from .errors import Code, ConnectionFailedError, DocmillError
from .layouts import Layout, LayoutPage
from .records import Download, Filter, Page, PageWords, Record
from .sources import Source, open_source

T = TypeVar("T")

EXTRACT, DOCUMENTS, RESULTS, BATCHES = (
    "/api/v1/extract", "/api/v1/documents", "/api/v1/results", "/api/v1/batch",
)  # fmt: skip
LAYOUTS = "/api/v1/layouts"
DOCUMENT_TYPES = "/api/v1/document-types"
WEBHOOKS = "/api/webhooks/notifications"

NDJSON, CSV, CSV_WITH_MARK = "application/x-ndjson", "text/csv", "text/csv; bom=1"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

MAX_BATCH_FILES = 100
"""Files that one batch may have."""
MAX_WAIT = 60.0
"""Seconds; the longest wait that the service offers."""
OWN_WAIT = 10.0
"""Seconds for which the service waits when it is not told how long."""
LIST_PAGE = 100
"""Records that an iteration reads at a time: as many as it may, for each page counts against the rate."""

Row = Mapping[str, str | None]
Schema = str | Mapping[str, Any]


class Flows:
    """The calls under one policy of retries."""

    def __init__(self, policy: RetryPolicy) -> None:
        self.policy = policy

    # Documents

    def extract(
        self, file: Source, document_type: str | None, schema: Schema | None, wait: float | None, key: str | None
    ) -> Flow[Record]:
        form = {}
        if document_type:
            form["document_type"] = document_type
        if schema:
            form["schema"] = schema if isinstance(schema, str) else json.dumps(schema)
        call = once(EXTRACT, key, form=form, files=[("file", open_source(file))])
        return self._record(_preferring(call, wait))

    def rerun(self, id: str, document_type: str | None, wait: float | None, key: str | None) -> Flow[Record]:
        body = {"document_type": document_type} if document_type else {}
        return self._record(_preferring(once(f"{path_of(DOCUMENTS, id)}/rerun", key, json=body), wait))

    def document(self, id: str, wait: float | None) -> Flow[Record]:
        if not wait:
            return self._record(get(path_of(DOCUMENTS, id)))
        call = get(path_of(DOCUMENTS, id), {"wait": _seconds(wait)})
        return self._record(dataclasses.replace(call, wait=min(wait, MAX_WAIT)))

    def wait_for(self, document: str | Record, timeout: float | None) -> Flow[Record]:
        if isinstance(document, Record) and document.ended:
            return document
        id = document.id if isinstance(document, Record) else document
        deadline = Deadline(timeout, f"document {id}")
        while True:
            begun = time.monotonic()
            record = yield from self.document(id, max(1.0, deadline.left(MAX_WAIT)))
            if record.ended:
                return record
            # A service that is about to stop answers early: not a reason to ask again and again.
            if time.monotonic() - begun < 1:
                yield Sleep(deadline.left(1))
            deadline.check()

    def correct(self, id: str, change: Mapping[str, Any], if_match: str | None) -> Flow[Record]:
        # To say the same twice changes nothing, but a tag matches once only.
        headers = {"If-Match": if_match} if if_match else {}
        call = Call("PATCH", path_of(DOCUMENTS, id), json=change, headers=headers, repeatable=not if_match)
        return self._record(call)

    def delete(self, id: str) -> Flow[None]:
        return self._remove(Call("DELETE", path_of(DOCUMENTS, id)))

    def file(self, id: str) -> Flow[Download]:
        answer = yield from perform(get(f"{path_of(DOCUMENTS, id)}/file", accept="*/*"), self.policy)
        return Download(_file_name(answer), answer.headers.get("Content-Type", ""), answer.content)

    def original(self, id: str) -> Flow[httpx.Response]:
        return self.stream(get(f"{path_of(DOCUMENTS, id)}/file", accept="*/*"))

    def page_image(self, id: str, page: int, width: int | None) -> Flow[bytes]:
        query = {"width": str(width)} if width else {}
        call = get(f"{path_of(DOCUMENTS, id)}/pages/{int(page)}.png", query, accept="image/png")
        answer = yield from perform(call, self.policy)
        return answer.content

    def page_words(self, id: str, page: int) -> Flow[PageWords]:
        return self._one(PageWords, get(f"{path_of(DOCUMENTS, id)}/pages/{int(page)}/words"))

    # Lists

    def page(self, path: str, chosen: Filter | None, limit: int | None, cursor: str | None) -> Flow[Page]:
        query = query_of(chosen)
        if limit is not None:
            query["limit"] = str(limit)
        if cursor:
            query["cursor"] = cursor
        body = yield from self._json(get(path, query))
        return Page([Record.from_json(item) for item in body["items"]], body["nextCursor"])

    def export(self, chosen: Filter | None, media_type: str) -> Flow[httpx.Response]:
        return self.stream(get(RESULTS, query_of(chosen), accept=media_type))

    # Layouts

    def layouts_page(self, limit: int | None, cursor: str | None) -> Flow[LayoutPage]:
        query = {} if limit is None else {"limit": str(limit)}
        if cursor:
            query["cursor"] = cursor
        return self._one(LayoutPage, get(LAYOUTS, query))

    def layout(self, id: str) -> Flow[Layout]:
        return self._one(Layout, get(path_of(LAYOUTS, id)))

    def enable_layout(self, id: str, enabled: bool) -> Flow[Layout]:
        call = Call("PATCH", path_of(LAYOUTS, id), json={"enabled": bool(enabled)}, repeatable=True)
        return self._one(Layout, call)

    def forget_layout(self, id: str) -> Flow[None]:
        return self._remove(Call("DELETE", path_of(LAYOUTS, id)))

    # Batches

    def batch(self, files: Sequence[Source], document_type: str | None, key: str | None) -> Flow[Batch]:
        if not 1 <= len(files) <= MAX_BATCH_FILES:
            raise ValueError(f"a batch has 1 to {MAX_BATCH_FILES} files, not {len(files)}; batch_files takes more")
        form = {"document_type": document_type} if document_type else {}
        call = once(BATCHES, key, form=form, files=[("files", open_source(file)) for file in files])
        answer = yield from perform(call, self.policy)
        return dataclasses.replace(decode(Batch, json_of(answer)), replayed=_replayed(answer))

    def batch_status(self, id: str) -> Flow[Batch]:
        return self._one(Batch, get(path_of(BATCHES, id)))

    def wait_for_batch(
        self, batch: str | Batch, timeout: float | None, see: Callable[[Batch], None] | None
    ) -> Flow[Batch]:
        if not isinstance(batch, Batch):
            batch = yield from self.batch_status(batch)
        deadline = Deadline(timeout, f"batch {batch.id}")
        least = 0.5  # looks count against the rate: the pauses grow
        while True:
            if see:
                see(batch)
            if batch.ended:
                return batch
            deadline.check()
            looked = time.monotonic()
            yield from self._await_entry(batch, deadline.left(10))
            rest = deadline.left(least - (time.monotonic() - looked))
            if rest > 0:
                yield Sleep(rest)
            least = min(least + 0.5, 5)
            batch = yield from self.batch_status(batch.id)

    def _await_entry(self, batch: Batch, wait: float) -> Flow[None]:
        """Returns when the last open document has ended, was deleted or wait is over."""
        for entry in reversed(batch.results):
            if not entry.ended and entry.id:
                try:
                    yield from self.document(entry.id, wait)
                except DocmillError as error:
                    if error.code != Code.NOT_FOUND:
                        raise
                return

    # Account

    def usage(self) -> Flow[Usage]:
        return self._one(Usage, get("/api/v1/usage"))

    def document_types(self) -> Flow[list[DocumentType]]:
        return self._items(DocumentType, get(DOCUMENT_TYPES))

    def document_type(self, name: str, version: int | None) -> Flow[SavedType]:
        query = {} if version is None else {"version": str(version)}
        return self._one(SavedType, get(path_of(DOCUMENT_TYPES, name), query))

    def create_document_type(self, name: str, schema: Schema, title: str | None) -> Flow[SavedType]:
        body = {"name": name, "title": title or "", "schema": _schema(schema)}
        return self._one(SavedType, Call("POST", DOCUMENT_TYPES, json=body))

    def change_document_type(self, name: str, schema: Schema, title: str | None) -> Flow[SavedType]:
        body = {"title": title or "", "schema": _schema(schema)}
        return self._one(SavedType, Call("PUT", path_of(DOCUMENT_TYPES, name), json=body, repeatable=True))

    def delete_document_type(self, name: str) -> Flow[None]:
        return self._remove(Call("DELETE", path_of(DOCUMENT_TYPES, name)))

    def create_key(self, name: str, expires_in_days: int | None) -> Flow[NewKey]:
        body: dict[str, Any] = {"name": name}
        if expires_in_days is not None:
            body["expiresInDays"] = expires_in_days
        return self._one(NewKey, Call("POST", "/api/auth/register", json=body))

    def register_webhook(self, url: str, events: Sequence[str]) -> Flow[Webhook]:
        return self._one(Webhook, Call("POST", WEBHOOKS, json={"url": url, "events": list(events)}))

    def webhooks(self) -> Flow[list[Webhook]]:
        return self._items(Webhook, get(WEBHOOKS))

    def delete_webhook(self, id: str) -> Flow[None]:
        return self._remove(Call("DELETE", WEBHOOKS, query={"id": id}))

    # What calls share

    def stream(self, call: Call) -> Flow[httpx.Response]:
        return perform(dataclasses.replace(call, stream=True), self.policy)

    def _json(self, call: Call) -> Flow[Any]:
        answer = yield from perform(call, self.policy)
        return json_of(answer)

    def _one(self, form: type[T], call: Call) -> Flow[T]:
        body = yield from self._json(call)
        return decode(form, body)

    def _items(self, form: type[T], call: Call) -> Flow[list[T]]:
        body = yield from self._json(call)
        return [decode(form, item) for item in body["items"]]

    def _record(self, call: Call) -> Flow[Record]:
        answer = yield from perform(call, self.policy)
        return Record.from_json(json_of(answer), replayed=_replayed(answer), etag=answer.headers.get("ETag"))

    def _remove(self, call: Call) -> Flow[None]:
        """Takes NOT_FOUND for done when an earlier attempt may have done it and only its answer was
        lost: something between may give up while the service goes on."""
        once_only = dataclasses.replace(self.policy, attempts=1)
        lost, before = False, 0
        while True:
            try:
                yield from perform(call, once_only)
                return
            except DocmillError as error:
                if lost and error.code == Code.NOT_FOUND:
                    return
                lost = lost or isinstance(error, ConnectionFailedError) or error.code is None
                pause = self.policy.next_pause(before, error)
                if pause is None:
                    raise
            yield Sleep(pause)
            before += 1


class Deadline:
    """The end of a wait. timeout: seconds, None for no end."""

    def __init__(self, timeout: float | None, what: str) -> None:
        self._at = None if timeout is None else time.monotonic() + timeout
        self._what = what

    def left(self, most: float) -> float:
        """Seconds, at most so many and never below 0."""
        return max(0.0, most if self._at is None else min(most, self._at - time.monotonic()))

    def check(self) -> None:
        """TimeoutError once it has passed."""
        if self._at is not None and time.monotonic() >= self._at:
            raise TimeoutError(f"{self._what} has not ended in time")


def _schema(schema: Schema) -> Any:
    return json.loads(schema) if isinstance(schema, str) else dict(schema)


def get(path: str, query: Mapping[str, str] | None = None, accept: str = "application/json") -> Call:
    """A call that changes nothing."""
    return Call("GET", path, query=query or {}, headers={"Accept": accept}, repeatable=True)


def once(path: str, key: str | None, **content: Any) -> Call:
    """A call that takes effect once, however often it is repeated; a key is made when there is none."""
    headers = {"Idempotency-Key": key or secrets.token_hex(16)}
    return Call("POST", path, headers=headers, repeatable=True, **content)


def path_of(under: str, id: str) -> str:
    """Refuses what would be another path."""
    if id in ("", ".", ".."):
        raise ValueError(f"{id!r} is no id")
    return f"{under}/{quote(id, safe='')}"


def change_of(
    data: Mapping[str, str | None | Sequence[Row | str]] | None,
    confirm: Sequence[str],
    unconfirm: Sequence[str],
    revert: Sequence[str],
    reviewed: bool | None,
) -> dict[str, Any]:
    """The body of a correction."""
    change: dict[str, Any] = {"data": dict(data)} if data else {}
    for name, paths in (("confirm", confirm), ("unconfirm", unconfirm), ("revert", revert)):
        if isinstance(paths, str):
            raise TypeError(f"{name} takes a list of paths")
        if paths:
            change[name] = list(paths)
    if reviewed is not None:
        change["reviewed"] = reviewed
    return change


def record_of_line(line: str) -> Record:
    """A line of an export."""
    return Record.from_json(json.loads(line))


def query_of(chosen: Filter | None) -> dict[str, str]:
    """The parameters of a filter."""
    if chosen is None:
        return {}
    return dict(_parameters(chosen))


def _parameters(chosen: Filter) -> Iterator[tuple[str, str]]:
    for name, value in vars(chosen).items():
        if isinstance(value, bool):
            yield name, str(value).lower()
        elif isinstance(value, datetime):
            yield name, value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        elif value is not None:
            yield name, str(value)


def _preferring(call: Call, wait: float | None) -> Call:
    if wait is None:
        return dataclasses.replace(call, wait=OWN_WAIT)
    preference = f"wait={_seconds(wait)}" if wait > 0 else "respond-async"
    return dataclasses.replace(call, headers={**call.headers, "Prefer": preference}, wait=min(wait, MAX_WAIT))


def _seconds(wait: float) -> str:
    """Rounds up and stays within what the service offers."""
    return str(int(-(-min(max(wait, 0), MAX_WAIT) // 1)))


def json_of(answer: httpx.Response) -> Any:
    """The body of an answer that has one."""
    try:
        return answer.json()
    except ValueError as error:
        raise DocmillError("The answer is not JSON", status=answer.status_code) from error


def _replayed(answer: httpx.Response) -> bool:
    return bool(answer.headers.get("Idempotency-Replayed") == "true")


def _file_name(answer: httpx.Response) -> str | None:
    header = Message()
    header["Content-Disposition"] = answer.headers.get("Content-Disposition", "")
    return header.get_filename()
