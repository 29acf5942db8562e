"""What the service knows of documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeVar, cast

from ._decode import decode, renamed
from .errors import DocmillError, DocumentFailedError

Status = Literal["queued", "processing", "completed", "failed"]
DocumentTypeName = Literal[
    "auto", "invoice", "credit_note", "receipt", "purchase_order", "bank_statement", "delivery_note", "generic"
]
Data = TypeVar("Data")


@dataclass(frozen=True)
class Learned:
    """What taught a value."""

    layout: str
    """An id: layout_…"""
    document: str
    """That a person corrected, confirmed or reviewed."""
    correction: int | None = None
    """The newest entry of its history."""


@dataclass(frozen=True)
class Memory:
    """A version of a layout that corrections taught."""

    layout: str
    """An id: layout_…"""
    version: int


@dataclass(frozen=True)
class Field:
    """One value and where it came from."""

    value: Any
    """A string; None where a person said that the document has no such value."""
    confidence: float
    """The probability that value is right, 0 to 1."""
    source: str
    """text, ocr, xml, code, derived, model, learned or human; an open list."""
    raw: str | None = None
    """What the page shows."""
    page: int | None = None
    """Counted from 1."""
    box: list[float] | None = None
    """x0, y0, x1, y1 in fractions of the page, from its top left corner."""
    checks: list[str] = field(default_factory=list)
    """Names of the checks that it takes part in."""
    original: Field | None = None
    """Of a corrected field: as it was read, if it was."""
    confirmed: bool = False
    """A person said that value is right."""
    learned: Learned | None = None
    """What taught it, of the source learned."""


@dataclass(frozen=True)
class Check:
    """One test of the values against each other."""

    name: str
    passed: bool
    detail: str
    """Such as 100.00 + 19.00 = 119.00."""


@dataclass(frozen=True)
class Review:
    """Who marked a document as looked at, and when."""

    state: str
    by: str
    """An id: key_… or user_…"""
    at: datetime


@dataclass(frozen=True)
class Metadata:
    """The file that was sent."""

    file_name: str
    file_size: int
    """Bytes."""
    mime_type: str
    """Of the bytes, whatever the name says."""
    pages: int | None
    """None until the document has been read."""
    sha256: str
    rerun_of: str | None = None
    """The document whose bytes were read once more for this one."""
    duplicate_of: str | None = None
    """The account's earliest document of the same bytes, or of the same vendor, number and total."""


@dataclass(frozen=True)
class Failure:
    """Why a document could not be read."""

    code: str
    message: str


@dataclass(frozen=True)
class Record:
    """What the service knows of a document. status says which members have values."""

    id: str
    status: Status
    document_type: str
    """As asked for until it has ended, then as found."""
    confidence: float | None
    """The probability that all key fields are right, 0 to 1; None until it has ended."""
    missing: list[str] | None
    """The key fields that are not known; None until it has ended."""
    review: Review | None
    data: dict[str, Any] | None
    """The values; what was not found is absent. None until it has ended. See decode."""
    checks: list[Check] | None
    metadata: Metadata
    processing_time_ms: int | None
    """Without queueing."""
    batch_id: str | None
    created_at: datetime
    completed_at: datetime | None
    expires_at: datetime | None
    """When the document will be erased; None for never."""
    failure: Failure | None
    """Of failed documents only."""
    fields: dict[str, Field] | None = None
    """Where each value of data came from, by path (lineItems.0.amount). Lists leave it out."""
    memory: Memory | None = None
    """The layout that the document was read by."""
    document_type_version: int | None = None
    """The version of a saved document type; None for a built-in type."""

    replayed: bool = renamed(None, default=False)
    """An earlier call under the same idempotency key made the document."""
    etag: str | None = renamed(None, default=None)
    """For correct's if_match; None of records in lists."""
    json: Mapping[str, Any] = renamed(None, default_factory=dict, repr=False, compare=False)
    """The record as the service sent it, with members that this client does not know."""

    @property
    def ended(self) -> bool:
        """Completed or failed."""
        return self.status not in ("queued", "processing")

    def raise_if_failed(self) -> Record:
        """The record itself; DocumentFailedError when the document could not be read."""
        if self.failure is not None:
            raise DocumentFailedError(self.failure.message, code=self.failure.code)
        return self

    def decode(self, form: type[Data]) -> Data:
        """data as one of the forms of docmill.data, for type checkers: decode(InvoiceData). Nothing
        is converted or checked. DocmillError for a document that has not completed."""
        self.raise_if_failed()
        if self.data is None:
            raise DocmillError(f"Document {self.id} is {self.status} and has no data.")
        return cast(Data, self.data)

    @classmethod
    def from_json(cls, value: Mapping[str, Any], *, replayed: bool = False, etag: str | None = None) -> Record:
        """Reads a record as the service sends it."""
        record = decode(cls, value)
        for name, own in (("replayed", replayed), ("etag", etag), ("json", value)):
            object.__setattr__(record, name, own)
        return record


@dataclass(frozen=True)
class Page:
    """A part of a list of records, newest first."""

    items: list[Record]
    """Without fields."""
    next_cursor: str | None
    """None on the last page."""


@dataclass(frozen=True)
class PageWord:
    """A word as it stands on a page."""

    text: str
    box: list[float]
    """x0, y0, x1, y1 in fractions of the page, from its top left corner."""
    line: int
    """The line of the page that it stands in, counted from 0."""


@dataclass(frozen=True)
class PageWords:
    """The words of one page, in reading order."""

    page: int
    """Counted from 1."""
    words: list[PageWord]


@dataclass(frozen=True)
class Download:
    """A file in memory."""

    name: str | None
    mime_type: str
    content: bytes


@dataclass(frozen=True)
class Filter:
    """Selects documents; an empty one selects all."""

    status: Status | None = None
    document_type: str | None = None
    """As records show it."""
    batch_id: str | None = None
    created_after: datetime | None = None
    """Exclusive; a time without a zone is the machine's own."""
    created_before: datetime | None = None
    """Exclusive."""
    min_confidence: float | None = None
    """Inclusive, 0 to 1."""
    max_confidence: float | None = None
    """Inclusive, 0 to 1."""
    reviewed: bool | None = None
    """Looked at or, of completed documents, not."""
    missing: str | None = None
    """A key field that is not known, or "any"."""
