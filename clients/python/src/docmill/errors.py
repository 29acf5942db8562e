"""What goes wrong, by stable codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .batches import FileResult


class Code:
    """The codes that this version knows of. The list is open: a newer service may send others."""

    # Refused calls.
    INVALID_REQUEST: Final = "INVALID_REQUEST"
    INVALID_DOCUMENT_TYPE: Final = "INVALID_DOCUMENT_TYPE"
    INVALID_SCHEMA: Final = "INVALID_SCHEMA"
    EMPTY_FILE: Final = "EMPTY_FILE"
    AUTH_MISSING: Final = "AUTH_MISSING"
    AUTH_INVALID: Final = "AUTH_INVALID"
    PLAN_REQUIRED: Final = "PLAN_REQUIRED"
    NOT_FOUND: Final = "NOT_FOUND"
    METHOD_NOT_ALLOWED: Final = "METHOD_NOT_ALLOWED"
    PRECONDITION_FAILED: Final = "PRECONDITION_FAILED"
    REQUEST_TIMEOUT: Final = "REQUEST_TIMEOUT"
    IDEMPOTENCY_IN_PROGRESS: Final = "IDEMPOTENCY_IN_PROGRESS"
    IDEMPOTENCY_KEY_REUSED: Final = "IDEMPOTENCY_KEY_REUSED"
    INVALID_STATE: Final = "INVALID_STATE"
    LIMIT_REACHED: Final = "LIMIT_REACHED"
    FILE_TOO_LARGE: Final = "FILE_TOO_LARGE"
    HEADERS_TOO_LARGE: Final = "HEADERS_TOO_LARGE"
    UNSUPPORTED_FORMAT: Final = "UNSUPPORTED_FORMAT"
    UNSUPPORTED_MEDIA_TYPE: Final = "UNSUPPORTED_MEDIA_TYPE"
    RATE_LIMITED: Final = "RATE_LIMITED"
    QUOTA_EXCEEDED: Final = "QUOTA_EXCEEDED"
    INTERNAL_ERROR: Final = "INTERNAL_ERROR"
    WEBHOOKS_NOT_AVAILABLE: Final = "WEBHOOKS_NOT_AVAILABLE"
    SERVICE_UNAVAILABLE: Final = "SERVICE_UNAVAILABLE"
    # Documents that could not be read, beside UNSUPPORTED_FORMAT and INTERNAL_ERROR.
    CORRUPT_FILE: Final = "CORRUPT_FILE"
    PASSWORD_PROTECTED: Final = "PASSWORD_PROTECTED"
    TOO_MANY_PAGES: Final = "TOO_MANY_PAGES"
    TOO_COMPLEX: Final = "TOO_COMPLEX"
    NO_TEXT_FOUND: Final = "NO_TEXT_FOUND"
    TIMED_OUT: Final = "TIMED_OUT"


class DocmillError(Exception):
    """A call that was refused, got no answer, or concerns a document that could not be read.

    code: one of Code or newer; None when the answer came from something between, or none came.
    status: of HTTP; None when there was no answer.
    message: a sentence that a person can act on.
    request_id: what the service's log calls the call.
    retry_after: seconds; None when the answer names none.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        about = [str(part) for part in (self.status, self.code) if part is not None]
        if self.request_id:
            about.append(f"request {self.request_id}")
        return f"{self.message} ({', '.join(about)})" if about else self.message


class ConnectionFailedError(DocmillError):
    """No whole answer came. The error of httpx is its __cause__."""


class DocumentFailedError(DocmillError):
    """A document that could not be read; see Record.raise_if_failed."""


class FolderError(DocmillError):
    """A run over many files that ended early. What stopped it is its __cause__, whose code and
    status it has; results tell how far the run came. The same call goes on from there."""

    def __init__(self, cause: BaseException, results: list[FileResult]) -> None:
        known = cause if isinstance(cause, DocmillError) else DocmillError(str(cause))
        super().__init__(
            known.message,
            code=known.code,
            status=known.status,
            request_id=known.request_id,
            retry_after=known.retry_after,
        )
        self.results = results
