"""How a run over many files is cut into batches, and what it says when it ends early."""

from __future__ import annotations

import asyncio
import json
import tempfile
import unittest
from pathlib import Path
from typing import Any, cast

import httpx

from docmill import Code, FolderError, Progress
from docmill._folder import FolderRun, RunOptions, folder_files

from .fake import AT_ONCE, refusal

USAGE = {
    "plan": "Free",
    "period": {"start": "2026-10-01T00:00:00.000Z", "end": "2026-11-01T00:00:00.000Z"},
    "documents": {"used": 0, "limit": 100, "remaining": 100},
    "requestsPerMinute": {"limit": 60, "remaining": 59},
    "maxFileSize": 5 << 20,
}


class Service:
    """Takes batches of text files; those that hold "refuse me" are refused."""

    def __init__(self) -> None:
        self.batches: dict[str, list[str]] = {}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/usage"):
            return httpx.Response(200, json=USAGE)
        body = request.read().decode()
        parts = [part for part in body.split("\r\n--") if 'name="files"' in part]
        key = request.headers["Idempotency-Key"]
        names = [part.partition('filename="')[2].partition('"')[0] for part in parts]
        if any("no room" in part for part in parts):
            return refusal(429, "QUOTA_EXCEEDED")
        self.batches[key] = names
        results = []
        for index, part in enumerate(parts):
            entry = {"index": index, "fileName": names[index], "status": "completed", "id": f"ext_{names[index]}"}
            if "refuse me" in part:
                entry = {"index": index, "fileName": names[index], "status": "rejected", "error": "No.", "code": "X"}
            results.append(entry)
        batch = {"id": "batch_1", "status": "completed", "total": len(parts), "results": results, "completedAt": None}
        counts = dict.fromkeys(("queued", "processing", "completed", "failed", "rejected", "deleted"), 0)
        batch.update(counts=counts, createdAt="2026-10-02T08:00:00.000Z")
        return httpx.Response(202, content=json.dumps(batch))


class Folders(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def write(self, path: str, content: str) -> None:
        to = self.folder / path
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(content)

    def clients(self, service: Service):  # type: ignore[no-untyped-def]
        from docmill import AsyncClient, Client

        async def answer(request: httpx.Request) -> httpx.Response:
            await request.aread()
            return service(request)

        http = httpx.Client(transport=httpx.MockTransport(service))
        yield "Client", Client("http://x", "k", retries=AT_ONCE, http_client=http).batch_folder
        async_http = httpx.AsyncClient(transport=httpx.MockTransport(cast(Any, answer)))
        client = AsyncClient("http://x", "k", retries=AT_ONCE, http_client=async_http)
        yield "AsyncClient", lambda *a, **k: asyncio.run(client.batch_folder(*a, **k))

    def test_all_files_in_the_order_of_their_paths(self) -> None:
        for path in ("b.txt", "a.txt", "a/2.txt", "a/1.txt", ".hidden/x.txt", "a/.x.txt"):
            self.write(path, "refuse me" if path == "b.txt" else path)
        self.write("big.txt", "x" * ((5 << 20) + 1))
        (self.folder / "link.txt").symlink_to(self.folder / "a.txt")
        keys = []
        for name, batch_folder in self.clients(service := Service()):
            with self.subTest(name):
                seen: list[Progress] = []
                results = batch_folder(self.folder, progress=seen.append, concurrency=3)
                self.assertEqual(
                    [(r.path, r.status, r.code) for r in results],
                    [("a/1.txt", "completed", None), ("a/2.txt", "completed", None), ("a.txt", "completed", None),
                     ("b.txt", "rejected", "X"), ("big.txt", "rejected", "FILE_TOO_LARGE")],
                )  # fmt: skip
                self.assertEqual((len(seen), seen[-1].ended, seen[-1].total), (5, 5, 5))
                keys.append(sorted(service.batches))
        self.assertEqual(keys[0], keys[1])  # the second run asked for the same

    def test_batches_have_at_most_100_files_and_borders_that_stay(self) -> None:
        for i in range(250):
            self.write(f"{i:03}.txt", str(i))

        def cut() -> list[list[bytes]]:
            run = FolderRun(folder_files(self.folder, None), RunOptions(), AT_ONCE)
            run._max_file = 1 << 20
            chunks = []
            while chunk := run.next_chunk():
                chunks.append(chunk)
            self.assertTrue(all(len(chunk) <= 100 for chunk in chunks))
            return [[f.sum for f in chunk] for chunk in chunks]

        before = cut()
        self.assertEqual(sum(map(len, before)), 250)
        self.write("000a.txt", "one more")
        after = cut()
        self.assertGreaterEqual(sum(chunk in before for chunk in after), len(before) - 2)

    def test_a_run_that_ends_early_says_how_far_it_came(self) -> None:
        self.write("full.txt", "no room")
        for name, batch_folder in self.clients(Service()):
            with self.subTest(name), self.assertRaises(FolderError) as caught:
                batch_folder(self.folder)
            self.assertEqual((caught.exception.code, caught.exception.status), (Code.QUOTA_EXCEEDED, 429))
            self.assertEqual(caught.exception.results[0].code, Code.QUOTA_EXCEEDED)
        for name, batch_folder in self.clients(Service()):
            with self.subTest(name), self.assertRaises(NotADirectoryError):
                batch_folder(self.folder / "none")
