"""Layouts that corrections taught."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class LayoutField:
    """How right a layout has been in one field or column of line items: in how many lessons it led to the value, and in
    how many elsewhere."""

    name: str
    held: int
    contradicted: int


@dataclass(frozen=True)
class Lesson:
    """What one document taught a layout."""

    document: str
    at: datetime
    correction: int | None = None
    """The newest entry of its history."""


@dataclass(frozen=True)
class LayoutSummary:
    """A layout as lists show it."""

    id: str
    """layout_…"""
    vendor: str
    """In most of the documents; empty when it is not known."""
    enabled: bool
    """Documents are read by it."""
    documents: int
    """How many taught it."""
    version: int
    changed_at: datetime
    """When it was last taught or switched."""
    used_at: datetime
    """When it was last handed out for a document or taught, to the hour."""


@dataclass(frozen=True)
class Layout(LayoutSummary):
    """What documents of one layout have taught the service."""

    fields: list[LayoutField]
    """Those that it knows, by name."""
    lessons: list[Lesson]
    """The documents that taught it, the newest first."""
    columns: list[LayoutField] = field(default_factory=list)
    """Those of line items, by the member that stands in them, left to right."""


@dataclass(frozen=True)
class LayoutPage:
    """A part of the list of layouts."""

    items: list[LayoutSummary]
    next_cursor: str | None
    """None on the last page."""
