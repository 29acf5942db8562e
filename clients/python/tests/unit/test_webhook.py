"""Signatures of deliveries, made by the service's rules."""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import unittest
from collections.abc import Callable
from typing import Any

from docmill import WebhookDelivery, WebhookSignatureError, WebhookVerifier

SECRET, OTHER = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
NOW = 1_790_000_000
BODY = '{"event":"batch.completed","data":{"note":"é"}}'.encode()


def signed(secret: str = SECRET, body: bytes = BODY, at: int = NOW) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    standard = hmac.new(key, f"dlv_1.{at}.".encode() + body, hashlib.sha256).digest()
    return {
        "X-Service-Event": "batch.completed",
        "X-Service-Delivery": "dlv_1",
        "X-Service-Signature": hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(),
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": "v1,bm9uZQ== v1," + base64.b64encode(standard).decode(),
    }


class Signatures(unittest.TestCase):
    verifier = WebhookVerifier(OTHER, SECRET, now=lambda: NOW)

    def test_a_delivery(self) -> None:
        headers = {name.lower(): value for name, value in signed().items()}
        delivery = self.verifier.verify(headers, BODY)
        self.assertEqual((delivery.id, delivery.event, delivery.test), ("dlv_1", "batch.completed", False))
        self.assertEqual(delivery.json()["data"]["note"], "é")
        self.assertTrue(self.verifier.verify({**signed(), "X-Service-Test": "true"}, BODY).test)

    def test_the_secret_before_is_taken_while_it_changes(self) -> None:
        headers = signed()
        headers["X-Service-Signature-Previous"] = headers.pop("X-Service-Signature")
        self.verifier.verify(headers, BODY)

    def test_what_is_no_delivery(self) -> None:
        unknown = signed("whsec_" + "B" * 32)
        right = signed()
        none: dict[str, str] = {}
        cases = (
            ("a changed body", right, BODY + b" "),
            ("no signature", none, BODY),
            ("another secret", unknown, BODY),
            ("no signature of the specification", {**right, "X-Service-Signature": "é"}, BODY),
            ("no signature of the time", {**right, "Webhook-Signature": ""}, BODY),
            ("another time", {**right, "Webhook-Timestamp": str(NOW + 1)}, BODY),
            ("an old one", signed(at=NOW - 301), BODY),
            ("one of the future", signed(at=NOW + 301), BODY),
            ("no time", {**signed(), "Webhook-Timestamp": "now"}, BODY),
        )
        for name, headers, body in cases:
            with self.subTest(name), self.assertRaises(WebhookSignatureError):
                self.verifier.verify(headers, body)
        self.verifier.verify(signed(at=NOW - 300), BODY)
        with self.assertRaises(ValueError):
            WebhookVerifier()


class Applications(unittest.TestCase):
    def answer(
        self, method: str, headers: dict[str, str], body: bytes, receive: Callable[[WebhookDelivery], None]
    ) -> str:
        environ: dict[str, Any] = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
        environ.update({"REQUEST_METHOD": method, "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)})
        said: list[str] = []
        start: Any = lambda status, _: said.append(status)
        list(Signatures.verifier.wsgi(receive)(environ, start))
        return said[0]

    def test_what_deliveries_are_answered(self) -> None:
        received: list[WebhookDelivery] = []
        self.assertEqual(self.answer("POST", signed(), BODY, received.append), "204 No Content")
        self.assertEqual(self.answer("GET", signed(), BODY, received.append), "405 Method Not Allowed")
        self.assertEqual(self.answer("POST", signed(), b"", received.append), "401 Unauthorized")
        self.assertEqual(self.answer("POST", signed(), b" " * (1 << 21), received.append), "401 Unauthorized")
        self.assertEqual([delivery.body for delivery in received], [BODY])

        def fail(_: WebhookDelivery) -> None:
            raise OSError("disk full")

        with self.assertLogs("docmill.webhook", "ERROR"):
            self.assertEqual(self.answer("POST", signed(), BODY, fail), "500 Internal Server Error")
