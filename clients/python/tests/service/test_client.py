"""Client against a running service, each call at least once."""

from __future__ import annotations

import csv
import io
import os
import shutil
import tempfile
import unittest
import zipfile
from pathlib import Path

from docmill import Batch, Client, Code, DocmillError, Filter, Progress, Record
from docmill.data import NOTATIONS, InvoiceData
from docmill.frames import line_items_frame, to_frame

SAMPLES = Path(os.environ["DOCMILL_SAMPLES"])


class Documents(unittest.TestCase):
    client: Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client()
        cls.addClassCleanup(cls.client.close)

    def refused(self, code: str, call: object, *arguments: object, **options: object) -> None:
        with self.assertRaises(DocmillError) as caught:
            call(*arguments, **options)  # type: ignore[operator]
        self.assertEqual(caught.exception.code, code)
        self.assertTrue(caught.exception.request_id)

    def extract(self, name: str) -> Record:
        record = self.client.wait_for(self.client.extract(SAMPLES / name, wait=60), timeout=120)
        return record.raise_if_failed()

    def test_a_document_from_its_file_to_its_end(self) -> None:
        record = self.extract("R-1.pdf")
        data = record.decode(InvoiceData)
        self.assertEqual((record.document_type, data["invoiceNumber"], data["total"]), ("invoice", "R-1", "119.00"))
        assert record.fields is not None
        self.assertEqual(record.fields["total"].page, 1)
        download = self.client.file(record.id)
        self.assertEqual((download.name, download.mime_type), ("R-1.pdf", "application/pdf"))
        self.assertEqual(download.content, (SAMPLES / "R-1.pdf").read_bytes())
        saved = io.BytesIO()
        self.client.save_file(record.id, saved)
        self.assertEqual(saved.getvalue(), download.content)
        self.assertTrue(self.client.page_image(record.id, 1, width=200).startswith(b"\x89PNG"))
        self.refused(Code.NOT_FOUND, self.client.page_image, record.id, 2)
        again = self.client.rerun(record.id, wait=60)
        self.assertEqual(again.metadata.rerun_of, record.id)
        self.client.delete(record.id)
        self.refused(Code.NOT_FOUND, self.client.document, record.id)
        self.client.delete(again.id)

    def test_what_a_person_says(self) -> None:
        record = self.extract("R-2.pdf")
        etag = self.client.document(record.id).etag
        record = self.client.correct(record.id, {"total": "120.00"}, confirm=["invoiceNumber"], if_match=etag)
        assert record.fields is not None and record.fields["total"].original is not None
        total = record.fields["total"]
        self.assertEqual(
            (total.value, total.source, record.fields["total"].original.value), ("120.00", "human", "119.00")
        )
        self.assertTrue(record.fields["invoiceNumber"].confirmed)
        self.refused(Code.PRECONDITION_FAILED, self.client.correct, record.id, reviewed=True, if_match=etag)
        record = self.client.correct(record.id, revert=["total"], unconfirm=["invoiceNumber"], reviewed=True)
        assert record.data is not None and record.review is not None
        self.assertEqual((record.data["total"], record.review.state), ("119.00", "reviewed"))
        self.assertEqual([r.id for r in self.client.documents(Filter(reviewed=True))], [record.id])

    def test_once_and_fields_of_ones_own(self) -> None:
        schema = {"type": "object", "properties": {"orderReference": {"type": "string"}}}
        calls = [
            self.client.extract(("once.pdf", (SAMPLES / "R-3.pdf").read_bytes()), document_type="invoice",
                                schema=schema, idempotency_key="once", wait=wait)
            for wait in (0, 60)
        ]  # fmt: skip
        self.assertEqual(calls[0].id, calls[1].id)
        self.assertEqual([call.replayed for call in calls], [False, True])
        self.assertEqual(calls[1].metadata.file_name, "once.pdf")
        other = (SAMPLES / "R-4.pdf").read_bytes()
        self.refused(Code.IDEMPOTENCY_KEY_REUSED, self.client.extract, other, idempotency_key="once")

    def test_a_batch(self) -> None:
        batch = self.client.batch(
            [SAMPLES / "R-5.pdf", ("bad.bin", b"\x7fELF\x02\x01\x01\x00")], document_type="invoice"
        )
        self.assertEqual(batch.results[1].code, Code.UNSUPPORTED_FORMAT)
        seen: list[Batch] = []
        batch = self.client.wait_for_batch(batch, timeout=120, progress=seen.append)
        self.assertEqual((batch.status, batch.counts.completed, batch.counts.rejected), ("completed", 1, 1))
        self.assertEqual((seen[-1], self.client.batch_status(batch.id)), (batch, batch))
        self.assertEqual(len(list(self.client.results(Filter(batch_id=batch.id)))), 1)

    def test_a_folder_again(self) -> None:
        with tempfile.TemporaryDirectory() as holder:
            folder = Path(holder)
            (folder / "below").mkdir()
            for i in range(6, 12):
                shutil.copy(SAMPLES / f"R-{i}.pdf", folder / ("below" if i % 2 else ".") / f"{i}.pdf")
            (folder / "bad.bin").write_bytes(b"\x7fELF\x02\x01\x01\x00")
            seen: list[Progress] = []
            results = self.client.batch_folder(folder, progress=seen.append)
            paths = ["10.pdf", "6.pdf", "8.pdf", "bad.bin", "below/11.pdf", "below/7.pdf", "below/9.pdf"]
            self.assertEqual([result.path for result in results], paths)
            self.assertEqual([result.status for result in results].count("completed"), 6)
            self.assertEqual((seen[-1].ended, seen[-1].total), (7, 7))
            self.assertEqual(self.client.batch_folder(folder), results)
            files = self.client.batch_files([folder / "8.pdf"], run="anew")
            self.assertNotEqual(files[0].id, results[2].id)

    def test_refusals(self) -> None:
        self.refused(Code.EMPTY_FILE, self.client.extract, b"")
        self.refused(Code.INVALID_DOCUMENT_TYPE, self.client.extract, b"%PDF", document_type="letter")
        self.refused(Code.AUTH_INVALID, Client(api_key="dm_live_" + "0" * 48).usage)
        self.refused(Code.WEBHOOKS_NOT_AVAILABLE, self.client.register_webhook, "https://docmill.example", ["x"])
        self.assertEqual(self.client.webhooks(), [])
        self.refused(Code.NOT_FOUND, self.client.delete_webhook, "wh_none")

    def test_the_account(self) -> None:
        usage = self.client.usage()
        self.assertEqual((usage.plan, usage.documents.limit), ("Enterprise", 100_000))
        key = self.client.create_key("Accounting", expires_in_days=1)
        self.assertNotIn(key.key, repr(key))
        with Client(api_key=key.key) as other:
            self.assertEqual(other.usage().plan, "Enterprise")
        made = Client.register(os.environ["DOCMILL_URL"], "Nordlicht")
        with Client(api_key=made.key) as other:
            self.assertEqual(other.usage().plan, "Free")

    def test_the_types_are_those_that_this_package_knows(self) -> None:
        told = {
            t.name: {
                **{f.name: f.type for f in t.fields},
                **{f"{f.name}.{member.name}": member.type for f in t.fields for member in f.fields},
            }
            for t in self.client.document_types()
            if t.name in NOTATIONS
        }
        self.assertEqual(told, NOTATIONS)


class Exports(unittest.TestCase):
    def test_lists_and_exports_say_the_same(self) -> None:
        with Client() as client, tempfile.TemporaryDirectory() as holder:
            batch = client.batch([SAMPLES / f"R-{i}.pdf" for i in (12, 13)])
            client.wait_for_batch(batch, timeout=120)
            chosen = Filter(batch_id=batch.id, document_type="invoice", min_confidence=0.1)
            records = list(client.results(chosen))
            self.assertEqual(len(records), 2)
            page = client.documents_page(chosen, limit=1)
            rest = client.results_page(chosen, cursor=page.next_cursor)
            self.assertEqual([r.id for r in page.items + rest.items], [r.id for r in records])
            self.assertEqual([dict(r.json) for r in client.export_records(chosen)], [dict(r.json) for r in records])
            ndjson, table, book = (Path(holder, name) for name in ("out.ndjson", "out.csv", "out.xlsx"))
            client.export_ndjson(ndjson, chosen)
            self.assertEqual(len(ndjson.read_text().splitlines()), 2)
            client.export_csv(table, chosen, bom=True)
            with table.open(encoding="utf-8-sig", newline="") as reader:
                rows = list(csv.DictReader(reader))
            self.assertEqual([row["id"] for row in rows], [r.id for r in records])
            client.export_xlsx(book, chosen)
            self.assertIn("xl/workbook.xml", zipfile.ZipFile(book).namelist())
            words = client.page_words(records[0].id)
            self.assertEqual((words.page, "119.00" in [word.text for word in words.words]), (1, True))
            frame = to_frame(records)
            self.assertEqual((list(frame["total"]), len(line_items_frame(records))), ([119.0, 119.0], 4))
