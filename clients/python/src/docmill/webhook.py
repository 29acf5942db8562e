"""Distinguishes deliveries of docmill from what others send. Webhooks are planned and not live."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication

TOLERANCE = 300
"""Seconds that a delivery may be old, or the sender's clock ahead, by the time that is signed with it."""


class WebhookSignatureError(Exception):
    """A request that is no delivery of docmill, or no fresh one: answer it 401."""


MAX_BODY = 1 << 20
"""Bytes of a delivery that wsgi reads; those of docmill are smaller."""


@dataclass(frozen=True)
class WebhookDelivery:
    """A delivery that was verified."""

    id: str
    """The same however often it comes."""
    event: str
    """extraction.completed …"""
    test: bool
    """Somebody asked for it; its data is made up."""
    body: bytes
    """JSON: event, timestamp and data."""

    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


class WebhookVerifier:
    """secrets: as they were shown when the webhook was made (whsec_…). One is enough; while a secret is
    being changed, give the old one and the new.
    """

    def __init__(self, *secrets: str, now: Callable[[], float] = time.time) -> None:
        if not secrets or not all(secrets):
            raise ValueError("a verifier needs a secret")
        self._secrets = secrets
        self._now = now

    def verify(self, headers: Mapping[str, str], body: bytes) -> WebhookDelivery:
        """Checks the signatures of a request, in constant time, over its body as it was read, byte for
        byte: X-Service-Signature, and the one of Standard Webhooks, which holds the time and so keeps
        old deliveries from being played again. Names of headers may be in any case."""
        known = {name.lower(): value for name, value in headers.items()}
        if not any(_is_signed(secret, known, body) for secret in self._secrets):
            raise WebhookSignatureError("no signature of a known secret")
        self._check_time(known.get("webhook-timestamp", ""))
        return WebhookDelivery(
            known.get("x-service-delivery", ""), known.get("x-service-event", ""), "x-service-test" in known, body
        )

    def wsgi(self, receive: Callable[[WebhookDelivery], None]) -> WSGIApplication:
        """An application for WSGI servers that gives deliveries that were verified to receive, perhaps more
        than once each: WebhookDelivery.id tells. It answers 204 when receive returned and 500, after which
        the delivery comes again, when it raised; 401 to what was not verified and 405 to what is no POST."""

        def application(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
            start_response(self._answer(environ, receive), [])
            return []

        return application

    def _answer(self, environ: dict[str, Any], receive: Callable[[WebhookDelivery], None]) -> str:
        if environ["REQUEST_METHOD"] != "POST":
            return "405 Method Not Allowed"
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if length > MAX_BODY:
            return "401 Unauthorized"
        headers = {name[5:].replace("_", "-"): value for name, value in environ.items() if name.startswith("HTTP_")}
        try:
            delivery = self.verify(headers, environ["wsgi.input"].read(length))
        except WebhookSignatureError:
            return "401 Unauthorized"
        try:
            receive(delivery)
        except Exception:
            logging.getLogger(__name__).exception("delivery %s was not received", delivery.id)
            return "500 Internal Server Error"
        return "204 No Content"

    def _check_time(self, sent: str) -> None:
        if not (sent.isascii() and sent.isdigit()):
            raise WebhookSignatureError("no time")
        age = self._now() - int(sent)
        if abs(age) > TOLERANCE:
            raise WebhookSignatureError(f"sent {age:.0f} seconds ago")


def _is_signed(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    plain = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    own = [headers.get("x-service-signature", ""), headers.get("x-service-signature-previous", "")]
    if not _is_one_of(plain, own):
        return False
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        return False
    about = f"{headers.get('x-service-delivery', '')}.{headers.get('webhook-timestamp', '')}.".encode()
    standard = base64.b64encode(hmac.new(key, about + body, hashlib.sha256).digest()).decode()
    return _is_one_of(f"v1,{standard}", headers.get("webhook-signature", "").split())


def _is_one_of(want: str, got: Sequence[str]) -> bool:
    return any([hmac.compare_digest(want.encode(), one.encode()) for one in got])
