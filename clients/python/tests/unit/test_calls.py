"""What calls send and what they make of answers."""

from __future__ import annotations

import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

import httpx

from docmill import (
    Client,
    Code,
    ConnectionFailedError,
    DocmillError,
    DocumentFailedError,
    Filter,
    Record,
    RetryPolicy,
)
from docmill.data import InvoiceData

from .fake import Fake, record, refusal

FAILED = {"code": "CORRUPT_FILE", "message": "The PDF is damaged."}


class Errors(unittest.TestCase):
    def test_a_refusal_says_all_it_knows(self) -> None:
        with self.assertRaises(DocmillError) as caught:
            Fake(refusal(429, "QUOTA_EXCEEDED", Retry_After="9")).client().usage()
        error = caught.exception
        known = (error.status, error.code, error.message, error.request_id, error.retry_after)
        self.assertEqual(known, (429, Code.QUOTA_EXCEEDED, "It is QUOTA_EXCEEDED.", "req-1", 9.0))
        self.assertEqual(str(error), "It is QUOTA_EXCEEDED. (429, QUOTA_EXCEEDED, request req-1)")

    def test_what_something_between_answers_has_no_code(self) -> None:
        portal = httpx.Response(200, text="<html>")
        for answer in (httpx.Response(403, text="<html>"), httpx.Response(400, json=[1]), httpx.Response(302), portal):
            with self.assertRaises(DocmillError) as caught:
                Fake(answer).client().usage()
            self.assertEqual((caught.exception.code, caught.exception.status), (None, answer.status_code))

    def test_a_document_that_could_not_be_read_is_no_error_of_the_call(self) -> None:
        failed = Fake(httpx.Response(200, json=record(status="failed", data={}, failure=FAILED))).client().document("a")
        self.assertEqual(failed.status, "failed")
        with self.assertRaises(DocumentFailedError) as caught:
            failed.raise_if_failed()
        self.assertEqual(caught.exception.code, Code.CORRUPT_FILE)

    def test_addresses_and_keys_that_cannot_be(self) -> None:
        for url in ("", "docmill", "ftp://x", "http://x?a=1", "http://u:p@x"):
            with self.subTest(url=url), self.assertRaises(ValueError):
                Client(url, "key")
        for key in ("", "a b", "ä"):
            with self.subTest(key=key), self.assertRaises(ValueError):
                Client("http://x", key)
        self.assertNotIn("dm_live", repr(Client("http://x", "dm_live_0")))
        for id in ("", ".", ".."):
            with self.subTest(id=id), self.assertRaises(ValueError):
                Fake(httpx.Response(204)).client().delete(id)


class Calls(unittest.TestCase):
    def test_a_record_keeps_what_it_does_not_know(self) -> None:
        answer = httpx.Response(200, json=record(), headers={"ETag": '"1"', "Idempotency-Replayed": "true"})
        got = Fake(answer).client().extract(b"%PDF", document_type="invoice", wait=3.2)
        self.assertEqual((got.etag, got.replayed, got.json["addedLater"]), ('"1"', True, 1))
        self.assertEqual(got.completed_at, datetime(2026, 10, 2, 8, 0, 0, 41000, timezone.utc))
        assert got.fields is not None and got.checks is not None
        self.assertEqual((got.fields["total"].raw, got.checks[0].passed), ("119,00", True))
        self.assertEqual(got.decode(InvoiceData)["total"], "119.00")

    def test_headers_and_paths(self) -> None:
        fake = Fake(httpx.Response(200, json=record()))
        client = fake.client()
        for wait, prefer in ((None, None), (0, "respond-async"), (3.2, "wait=4"), (90, "wait=60")):
            client.extract(b"%PDF", wait=wait, idempotency_key="mine")
            request = fake.requests[-1]
            self.assertEqual(request.headers.get("Prefer"), prefer)
            self.assertEqual(request.headers["Idempotency-Key"], "mine")
            self.assertEqual(request.headers["X-API-Key"], "dm_live_0")
            self.assertTrue(request.headers["User-Agent"].startswith("docmill-python"))
            self.assertEqual(str(request.url), "http://docmill.test/below/api/v1/extract")
        client.document("a/b?c", wait=7)
        self.assertEqual(str(fake.requests[-1].url), "http://docmill.test/below/api/v1/documents/a%2Fb%3Fc?wait=7")

    def test_corrections(self) -> None:
        fake = Fake(httpx.Response(200, json=record()))
        rows = [{"description": "Oak", "amount": None}]
        fake.client().correct(
            "ext_1",
            {"total": "1.00", "dueDate": None, "lineItems": rows},
            confirm=["total"],
            reviewed=False,
            if_match='"1"',
        )
        data = {"total": "1.00", "dueDate": None, "lineItems": rows}
        self.assertEqual(fake.body(), {"data": data, "confirm": ["total"], "reviewed": False})
        self.assertEqual(fake.requests[-1].headers["If-Match"], '"1"')
        with self.assertRaises(TypeError):
            fake.client().correct("ext_1", confirm="total")

    def test_lists_go_through_all_pages(self) -> None:
        pages = [
            httpx.Response(200, json={"items": [record(id="1"), record(id="2")], "nextCursor": "next"}),
            httpx.Response(200, json={"items": [record(id="3")], "nextCursor": None}),
        ]
        fake = Fake(*pages)
        since = datetime(2026, 10, 1, 2, tzinfo=timezone(timedelta(hours=2)))
        chosen = Filter(status="completed", created_after=since, min_confidence=0.5, reviewed=True)
        self.assertEqual([item.id for item in fake.client().documents(chosen)], ["1", "2", "3"])
        self.assertEqual(
            dict(fake.requests[-1].url.params),
            {"status": "completed", "created_after": "2026-10-01T00:00:00.000Z", "min_confidence": "0.5",
             "reviewed": "true", "limit": "100", "cursor": "next"},
        )  # fmt: skip

    def test_layouts(self) -> None:
        summary = {"id": "layout_1", "vendor": "Muster GmbH", "enabled": True, "documents": 1, "version": 3,
                   "changedAt": "2026-10-02T08:00:00.041Z", "usedAt": "2026-10-02T08:00:00.000Z"}  # fmt: skip
        lesson = {"document": "ext_1", "correction": 7, "at": "2026-10-02T08:00:00.000Z"}
        fields = [{"name": "total", "held": 1, "contradicted": 0}]
        whole: dict[str, object] = {**summary, "fields": fields, "columns": [], "lessons": [lesson]}
        fake = Fake(
            httpx.Response(200, json={"items": [summary], "nextCursor": "next"}),
            httpx.Response(200, json={"items": [{**summary, "id": "layout_2"}], "nextCursor": None}),
            httpx.Response(200, json=whole),
            httpx.Response(200, json={**whole, "enabled": False}),
            httpx.Response(204),
        )
        client = fake.client()
        self.assertEqual([layout.id for layout in client.layouts()], ["layout_1", "layout_2"])
        self.assertEqual(dict(fake.requests[-1].url.params), {"limit": "100", "cursor": "next"})
        layout = client.layout("layout_1")
        self.assertEqual((layout.fields[0].held, layout.lessons[0].correction), (1, 7))
        self.assertEqual(layout.changed_at, datetime(2026, 10, 2, 8, 0, 0, 41000, timezone.utc))
        self.assertFalse(client.enable_layout("layout_1", False).enabled)
        self.assertEqual((fake.requests[-1].method, fake.body()), ("PATCH", {"enabled": False}))
        client.forget_layout("layout_1")
        self.assertEqual(fake.requests[-1].method, "DELETE")
        self.assertEqual(fake.requests[-1].url.path, "/below/api/v1/layouts/layout_1")

    def test_saved_types(self) -> None:
        schema = {"type": "object", "properties": {"netPay": {"type": "number"}}}
        saved = {"name": "acme_payslip", "title": "Payslip", "version": 2, "schema": schema,
                 "createdAt": "2026-10-02T08:00:00.000Z"}  # fmt: skip
        fake = Fake(*[httpx.Response(status, json=saved) for status in (201, 200, 200)], httpx.Response(204))
        client = fake.client()
        self.assertEqual(client.create_document_type("acme_payslip", schema, title="Payslip").version, 2)
        self.assertEqual(fake.body(), {"name": "acme_payslip", "title": "Payslip", "schema": schema})
        self.assertEqual(client.change_document_type("acme_payslip", schema, title="Payslip").schema, schema)
        self.assertEqual(fake.requests[-1].method, "PUT")
        self.assertEqual(client.document_type("acme_payslip", version=2).title, "Payslip")
        self.assertEqual(dict(fake.requests[-1].url.params), {"version": "2"})
        client.delete_document_type("acme_payslip")
        self.assertEqual(fake.requests[-1].url.path, "/below/api/v1/document-types/acme_payslip")

    def test_words_of_a_page(self) -> None:
        body = {"page": 2, "words": [{"text": "Total", "box": [0.1, 0.2, 0.3, 0.4], "line": 5}]}
        words = Fake(httpx.Response(200, json=body)).client().page_words("ext_1", 2)
        self.assertEqual((words.page, words.words[0].text, words.words[0].line), (2, "Total", 5))

    def test_half_an_export_is_no_file(self) -> None:
        class Cut(httpx.SyncByteStream):
            def __iter__(self):  # type: ignore[no-untyped-def]
                yield b"id,status\r\n"
                raise httpx.RemoteProtocolError("cut")

        http = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, stream=Cut())))
        client = Client("http://docmill.test", "key", http_client=http)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "out.csv")
            path.write_text("before")
            with self.assertRaises(ConnectionFailedError):
                client.export_csv(path)
            self.assertEqual((path.read_text(), len(list(Path(folder).iterdir()))), ("before", 1))

    def test_a_wait_has_an_end(self) -> None:
        open_record = record(status="processing", data=None, fields=None, checks=None)
        client = Fake(httpx.Response(200, json=open_record)).client(RetryPolicy())
        with self.assertRaises(TimeoutError):
            client.wait_for("ext_1", timeout=0)
        ended = Record.from_json(record())
        self.assertIs(client.wait_for(ended), ended)
