"""The account: its plan, its keys, and what the service can read."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as member
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Period:
    """A calendar month in UTC."""

    start: datetime
    end: datetime
    """The first instant of the next month."""


@dataclass(frozen=True)
class DocumentsUsage:
    """The documents of the month."""

    used: int
    limit: int
    remaining: int


@dataclass(frozen=True)
class RequestsUsage:
    """The requests of the last 60 seconds."""

    limit: int
    remaining: int


@dataclass(frozen=True)
class Usage:
    """How the account stands with its plan."""

    plan: str
    """Free, Starter, Pro or Enterprise."""
    period: Period
    documents: DocumentsUsage
    requests_per_minute: RequestsUsage
    max_file_size: int
    """Bytes."""


@dataclass(frozen=True)
class FieldType:
    """A member of a document type's data."""

    name: str
    type: str
    """string, money, date, array …; an open list."""
    description: str
    fields: list[FieldType] = member(default_factory=list)
    """Of the elements of an array."""


@dataclass(frozen=True)
class DocumentType:
    """A kind of document and what its data may hold."""

    name: str
    description: str
    """Of a saved type its title."""
    fields: list[FieldType]
    version: int | None = None
    """The latest of a saved type; None for a built-in type."""
    created_at: datetime | None = None
    """When this version was saved."""


@dataclass(frozen=True)
class SavedType:
    """A version of a document type that the account saved. Its name is a document_type; "name@2" selects version 2."""

    name: str
    title: str
    """For people."""
    version: int
    schema: dict[str, Any]
    """A JSON Schema of the fields."""
    created_at: datetime


@dataclass(frozen=True)
class NewKey:
    """An API key just made: the only time that its value is shown."""

    id: str
    name: str
    prefix: str
    last_four: str
    created_at: datetime
    expires_at: datetime | None
    """None for never."""
    key: str = member(repr=False)


@dataclass(frozen=True)
class Webhook:
    """A subscription to events. Webhooks are planned and not live."""

    id: str
    url: str
    events: list[str]
    is_active: bool
    created_at: datetime
    secret: str | None = member(default=None, repr=False)
    """In the answer of register_webhook only."""
