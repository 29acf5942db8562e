"""AsyncClient against a running service."""

from __future__ import annotations

import asyncio
import os
import tempfile
import unittest
from pathlib import Path

from docmill import AsyncClient, Code, DocmillError, Filter

SAMPLES = Path(os.environ["DOCMILL_SAMPLES"])


class Documents(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.client = AsyncClient()
        self.addAsyncCleanup(self.client.close)

    async def test_documents_side_by_side(self) -> None:
        records = await asyncio.gather(*(self.client.extract(SAMPLES / f"R-{i}.pdf") for i in (1, 2, 3)))
        records = await asyncio.gather(*(self.client.wait_for(record, timeout=120) for record in records))
        self.assertEqual([record.data and record.data["invoiceNumber"] for record in records], ["R-1", "R-2", "R-3"])
        one = records[0]
        changed = await self.client.correct(one.id, {"total": "120.00"}, reviewed=True)
        assert changed.data is not None
        self.assertEqual(changed.data["total"], "120.00")
        self.assertEqual((await self.client.file(one.id)).content, (SAMPLES / "R-1.pdf").read_bytes())
        self.assertTrue((await self.client.page_image(one.id)).startswith(b"\x89PNG"))
        again = await self.client.rerun(one.id, wait=60)
        self.assertEqual(again.metadata.rerun_of, one.id)
        await self.client.delete(one.id)
        with self.assertRaises(DocmillError) as caught:
            await self.client.document(one.id)
        self.assertEqual(caught.exception.code, Code.NOT_FOUND)

    async def test_batches_lists_and_exports(self) -> None:
        results = await self.client.batch_files([SAMPLES / f"R-{i}.pdf" for i in (4, 5)])
        self.assertEqual([result.status for result in results], ["completed", "completed"])
        batch = await self.client.batch([SAMPLES / "R-6.pdf"])
        batch = await self.client.wait_for_batch(batch.id, timeout=120)
        chosen = Filter(batch_id=batch.id)
        listed = [record.id async for record in self.client.results(chosen)]
        self.assertEqual(listed, [batch.results[0].id])
        self.assertEqual([record.id async for record in self.client.export_records(chosen)], listed)
        with tempfile.TemporaryDirectory() as holder:
            path = Path(holder, "out.csv")
            await self.client.export_csv(path, chosen)
            self.assertEqual(len(path.read_text().splitlines()), 2)
            folder = Path(holder, "in")
            folder.mkdir()
            (folder / "a.pdf").write_bytes((SAMPLES / "R-7.pdf").read_bytes())
            self.assertEqual([r.path for r in await self.client.batch_folder(folder)], ["a.pdf"])

    async def test_the_account(self) -> None:
        self.assertEqual((await self.client.usage()).plan, "Enterprise")
        self.assertIn("invoice", [t.name for t in await self.client.document_types()])
        self.assertEqual(await self.client.webhooks(), [])
        self.assertTrue((await self.client.create_key("Accounting")).key)
