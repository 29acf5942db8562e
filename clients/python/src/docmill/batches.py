"""Files that are sent together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ._decode import renamed
from .records import Status

EntryStatus = Literal["queued", "processing", "completed", "failed", "rejected", "deleted"]


@dataclass(frozen=True)
class BatchCounts:
    """The entries of a batch by status."""

    queued: int
    processing: int
    completed: int
    failed: int
    rejected: int
    deleted: int


@dataclass(frozen=True)
class BatchEntry:
    """One file of a batch."""

    index: int
    """From 0, in the order sent."""
    file_name: str
    status: EntryStatus
    id: str | None = None
    """Of the document; None of a file that was rejected."""
    error: str | None = None
    """Of those that were rejected or failed."""
    code: str | None = None

    @property
    def ended(self) -> bool:
        """Nothing more will become of it."""
        return self.status not in ("queued", "processing")


@dataclass(frozen=True)
class Batch:
    """What became of files that were sent together."""

    id: str
    status: Status
    total: int
    """Files sent, refused ones too."""
    counts: BatchCounts
    created_at: datetime
    completed_at: datetime | None
    results: list[BatchEntry]
    """One for each file, in the order sent."""
    replayed: bool = renamed(None, default=False)
    """An earlier call under the same idempotency key made the batch."""

    @property
    def ended(self) -> bool:
        """All its documents have ended."""
        return self.status not in ("queued", "processing")


@dataclass(frozen=True)
class FileResult:
    """What became of a file of a run over many."""

    path: str
    """Below the folder, with slashes; or as it was given."""
    status: EntryStatus | None = None
    """None while it has not been sent."""
    id: str | None = None
    """Of the document; None when it was rejected."""
    code: str | None = None
    """Of those that were rejected or failed."""
    error: str | None = None

    @property
    def ended(self) -> bool:
        """Nothing more will become of it."""
        return self.status not in (None, "queued", "processing")


@dataclass(frozen=True)
class Progress:
    """A change of one file's status."""

    file: FileResult
    ended: int
    """Files that have ended."""
    total: int
    """Files of the run."""
