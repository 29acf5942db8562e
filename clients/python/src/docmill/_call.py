"""One call of the API, however many requests it takes.

What a call does is written once, as a generator that yields effects (send this, sleep so long) and
is sent their outcomes; Client and AsyncClient carry the effects out, each in its way.
"""

from __future__ import annotations

import email.utils
import random
import ssl
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx

from .errors import Code, ConnectionFailedError, DocmillError
from .sources import OpenSource

T = TypeVar("T")


@dataclass(frozen=True)
class Call:
    """A request that can be sent as often as needed."""

    method: str
    path: str
    """Escaped, below the base URL."""
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    form: Mapping[str, str] = field(default_factory=dict)
    files: list[tuple[str, OpenSource]] = field(default_factory=list)
    repeatable: bool = False
    """It may reach the service twice without harm."""
    stream: bool = False
    """The answer is handed on open, and not read."""
    wait: float = 0
    """Seconds for which the service was asked to wait before it answers."""


@dataclass(frozen=True)
class Send:
    """Its outcome is the answer, whatever its status, or ConnectionFailedError."""

    call: Call


@dataclass(frozen=True)
class Sleep:
    """Its outcome is nothing."""

    seconds: float


Effect = Send | Sleep
Flow = Generator[Effect, Any, T]


@dataclass(frozen=True)
class RetryPolicy:
    """How often a call is made, and how long the pauses are, in seconds."""

    attempts: int = 5
    """In all; 1 never repeats."""
    first: float = 0.5
    """The longest pause before the first repetition; the real one is random below."""
    most: float = 15.0
    """The longest before any."""
    longest: float = 120.0
    """A Retry-After beyond this is not waited for."""

    def pause(self, before: int, error: DocmillError) -> float | None:
        """Retry-After with up to the first pause on top, so that clients sent away together do not
        come back together, or else a random time below a bound that doubles. None when the wait
        would be too long."""
        if error.retry_after:
            if error.retry_after > self.longest:
                return None
            return error.retry_after + random.uniform(0, self.first)
        return random.uniform(0, min(self.most, self.first * 2 ** min(before, 16)))

    def next_pause(self, before: int, error: DocmillError) -> float | None:
        """The pause before the next attempt, None when there is none."""
        if before + 1 >= self.attempts or not is_temporary(error):
            return None
        return self.pause(before, error)


def perform(call: Call, policy: RetryPolicy) -> Flow[httpx.Response]:
    """Makes the call until it is answered 2xx or may not be repeated."""
    before = 0
    while True:
        try:
            answer: httpx.Response = yield Send(call)
            if answer.is_success:
                return answer
            raise error_of(answer)
        except DocmillError as error:
            pause = policy.next_pause(before, error) if call.repeatable else None
            if pause is None:
                raise
        yield Sleep(pause)
        before += 1


def is_temporary(error: DocmillError) -> bool:
    """The same call may succeed later: there was no room for it, or no answer came."""
    if isinstance(error, ConnectionFailedError):
        return not _is_certificate(error)
    if error.status == 429:
        return error.code != Code.QUOTA_EXCEEDED
    if error.status == 409:
        return error.code == Code.IDEMPOTENCY_IN_PROGRESS
    return error.status in (502, 503, 504)


def _is_certificate(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def error_of(answer: httpx.Response) -> DocmillError:
    """Reads an answer that says no, whose body has been read."""
    message, code = "The answer did not come from docmill", None
    try:
        body = answer.json()
        if isinstance(body, dict) and isinstance(body.get("code"), str) and body["code"]:
            message, code = str(body.get("error", "")), body["code"]
    except ValueError:
        pass
    return DocmillError(
        message,
        code=code,
        status=answer.status_code,
        request_id=answer.headers.get("X-Request-Id"),
        retry_after=parse_retry_after(answer.headers.get("Retry-After")),
    )


def parse_retry_after(value: str | None, now: Callable[[], float] = time.time) -> float | None:
    """Seconds, or a date (RFC 9110, 10.2.3); None for anything else."""
    if not value:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - now())
    except ValueError:
        return None


CONNECT_WITHIN = 10.0
"""Seconds for a connection to stand."""


@dataclass(frozen=True)
class Service:
    """Where requests go and what all of them carry."""

    base: str
    headers: Mapping[str, str]
    timeout: float
    """Seconds without a byte after which a request has failed, beyond what the service was asked to wait."""


def build(call: Call, http: httpx.Client | httpx.AsyncClient, service: Service, opened: ExitStack) -> httpx.Request:
    """The request of one attempt. Files that it opens are closed with opened."""
    content: dict[str, Any] = {}
    if call.files:
        parts = []
        for name, source in call.files:
            reader = source.open()
            if source.owned:
                opened.callback(reader.close)
            parts.append((name, (source.name, reader)))
        content = {"files": parts, "data": dict(call.form)}
    elif call.json is not None:
        content = {"json": call.json}
    return http.build_request(
        call.method,
        service.base + call.path,
        params=dict(call.query) or None,
        headers={"Accept": "application/json", **service.headers, **call.headers},
        timeout=httpx.Timeout(service.timeout + call.wait, connect=CONNECT_WITHIN),
        **content,
    )


def as_connection_error(error: httpx.TransportError) -> ConnectionFailedError:
    """The error with that of httpx as its cause, for the flow that waits for the outcome."""
    failed = ConnectionFailedError(f"No answer from the service: {error or type(error).__name__}")
    failed.__cause__ = error
    return failed
