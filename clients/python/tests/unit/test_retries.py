"""What is made again, how often, and after what pause."""

from __future__ import annotations

import asyncio
import io
import ssl
import tempfile
import unittest
from typing import Any

import httpx

from docmill import Code, ConnectionFailedError, DocmillError, RetryPolicy
from docmill._call import Call, Send, Sleep, is_temporary, parse_retry_after, perform

from .fake import Answer, Fake, record, refusal

OK = httpx.Response(200, json=record())
RATE = refusal(429, "RATE_LIMITED", Retry_After="7")


class Retries(unittest.TestCase):
    def test_what_has_no_room_is_tried_again_under_the_same_key(self) -> None:
        passing: list[Answer] = [
            refusal(429, "RATE_LIMITED"),
            refusal(503, "SERVICE_UNAVAILABLE"),
            refusal(409, "IDEMPOTENCY_IN_PROGRESS"),
            httpx.Response(502, text="<html>"),
            httpx.ConnectError("refused"),
            httpx.ReadError("cut"),
            httpx.ReadTimeout("late"),
        ]
        for first in passing:
            with self.subTest(first=first):
                fake = Fake(first, OK)
                self.assertEqual(fake.client().extract(b"%PDF").id, "ext_1")
                keys = [request.headers["Idempotency-Key"] for request in fake.requests]
                self.assertEqual(len(keys), 2)
                self.assertEqual(keys[0], keys[1])
                parts = [body.replace(boundary(request), b"") for body, request in zip(fake.bodies, fake.requests)]
                self.assertEqual(parts[0], parts[1])
                self.assertIn(b"%PDF", parts[0])

    def test_refusals_are_final(self) -> None:
        for status, code in ((429, "QUOTA_EXCEEDED"), (409, "INVALID_STATE"), (400, "INVALID_REQUEST"), (500, "X")):
            fake = Fake(refusal(status, code))
            with self.subTest(code=code), self.assertRaises(DocmillError):
                fake.client().usage()
            self.assertEqual(len(fake.requests), 1)

    def test_attempts_are_bounded(self) -> None:
        fake = Fake(refusal(503, "SERVICE_UNAVAILABLE"))
        with self.assertRaises(DocmillError):
            fake.client(RetryPolicy(attempts=3, first=0, most=0)).usage()
        self.assertEqual(len(fake.requests), 3)

    def test_what_makes_something_without_a_key_is_not_repeated(self) -> None:
        fake = Fake(httpx.ReadError("cut"))
        with self.assertRaises(ConnectionFailedError) as caught:
            fake.client().create_key("Accounting")
        self.assertIsInstance(caught.exception.__cause__, httpx.ReadError)
        self.assertEqual(len(fake.requests), 1)
        fake = Fake(refusal(503, "SERVICE_UNAVAILABLE"))
        with self.assertRaises(DocmillError):
            fake.client().correct("ext_1", {"total": "1.00"}, if_match='"1"')
        self.assertEqual(len(fake.requests), 1)

    def test_files_are_sent_from_where_they_stand_each_time(self) -> None:
        class Pipe(io.BytesIO):
            def seekable(self) -> bool:
                return False

        on_disk = tempfile.TemporaryFile()
        on_disk.write(b"skipped%PDF-body")
        for reader in (io.BytesIO(b"skipped%PDF-body"), Pipe(b"skipped%PDF-body"), on_disk):
            fake = Fake(refusal(503, "SERVICE_UNAVAILABLE"), OK)
            reader.seek(7)
            fake.client().extract(("my file.pdf", reader))
            for body in fake.bodies:
                self.assertIn(b"\r\n\r\n%PDF-body\r\n", body)
                self.assertIn(b'filename="my file.pdf"', body)
                self.assertEqual(int(fake.requests[0].headers["Content-Length"]), len(body))
            self.assertFalse(reader.closed)
        on_disk.close()

    def test_a_deletion_whose_answer_was_lost_is_done(self) -> None:
        gone = refusal(404, "NOT_FOUND")
        Fake(httpx.ReadError("cut"), gone).client().delete("ext_1")
        Fake(httpx.Response(504, text=""), gone).client().delete("ext_1")
        for known in (gone,), (refusal(503, "SERVICE_UNAVAILABLE"), gone):
            with self.assertRaises(DocmillError) as caught:
                Fake(*known).client().delete("ext_1")
            self.assertEqual(caught.exception.code, Code.NOT_FOUND)

    def test_tasks_do_the_same(self) -> None:
        async def play() -> None:
            fake = Fake(httpx.ConnectError("refused"), RATE_NOW, OK)
            async with fake.async_client() as client:
                self.assertEqual((await client.extract(("a.pdf", io.BytesIO(b"%PDF")))).id, "ext_1")
            self.assertEqual(len(fake.requests), 3)
            self.assertTrue(all(b"%PDF" in body for body in fake.bodies))

        asyncio.run(play())

    def test_certificates_are_not_waited_for(self) -> None:
        refused = ssl.SSLCertVerificationError("self-signed")
        error = ConnectionFailedError("No answer")
        error.__cause__ = httpx.ConnectError("tls")
        error.__cause__.__cause__ = refused
        self.assertFalse(is_temporary(error))
        self.assertTrue(is_temporary(ConnectionFailedError("No answer")))


RATE_NOW = refusal(429, "RATE_LIMITED", Retry_After="0")


class Pauses(unittest.TestCase):
    def pauses(self, answer: httpx.Response, policy: RetryPolicy) -> list[float]:
        """Those of a call that is answered so each time."""
        flow, pauses = perform(Call("GET", "/", repeatable=True), policy), []
        outcome: Any = None
        with self.assertRaises(DocmillError):
            while True:
                effect = flow.send(outcome)
                if isinstance(effect, Sleep):
                    pauses.append(effect.seconds)
                outcome = answer if isinstance(effect, Send) else None
        return pauses

    def test_retry_after_counts_and_gets_a_little_more(self) -> None:
        pauses = self.pauses(RATE, RetryPolicy(first=0.5))
        self.assertEqual(len(pauses), 4)
        for pause in pauses:
            self.assertTrue(7 <= pause <= 7.5, pause)

    def test_else_the_bound_doubles(self) -> None:
        pauses = self.pauses(refusal(503, "SERVICE_UNAVAILABLE"), RetryPolicy(attempts=9, first=1, most=4))
        for pause, bound in zip(pauses, (1, 2, 4, 4, 4, 4, 4, 4)):
            self.assertTrue(0 <= pause <= bound, pauses)

    def test_long_waits_are_refused(self) -> None:
        self.assertEqual(self.pauses(refusal(429, "RATE_LIMITED", Retry_After="121"), RetryPolicy()), [])

    def test_retry_after_is_seconds_or_a_date(self) -> None:
        now = 1_000_000_000.0
        for value, want in {
            "7": 7.0,
            "Sun, 09 Sep 2001 01:46:50 GMT": 10.0,
            "Sun, 09 Sep 2001 01:46:30 GMT": 0.0,
            "soon": None,
            "": None,
            "²": None,
        }.items():
            self.assertEqual(parse_retry_after(value, lambda: now), want, value)


def boundary(request: httpx.Request) -> bytes:
    kind: str = request.headers["Content-Type"]
    return kind.partition("boundary=")[2].encode()
