// The client against a running service: DOCMILL_URL, DOCMILL_API_KEY of an account without documents, and
// DOCMILL_SAMPLES, a folder of invoices (R-1.pdf, R-2.pdf …).
import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client, completed, RunError, type DocumentRecord, type Progress } from "docmill";
import { batchFolder, fromPath, saveTo } from "docmill/node";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "", DOCMILL_SAMPLES: samples = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });
const sample = (number: number) => fromPath(join(samples, `R-${number}.pdf`));
const bad = { name: "bad.bin", content: Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0) };

async function extract(number: number) {
  return completed(await docmill.waitFor(await docmill.extract(await sample(number), { wait: 60 }), { timeout: 120 }));
}

async function bytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function all(records: AsyncIterable<DocumentRecord>): Promise<DocumentRecord[]> {
  const list: DocumentRecord[] = [];
  for await (const record of records) list.push(record);
  return list;
}

test("a document from its file to its end", async () => {
  const record = await extract(1);
  if (record.documentType !== "invoice") throw new Error(record.documentType);
  assert.deepEqual([record.data.invoiceNumber, record.data.total, record.fields?.total.page], ["R-1", "119.00", 1]);
  const file = await docmill.file(record.id);
  const content = new Uint8Array(await readFile(join(samples, "R-1.pdf")));
  assert.deepEqual([file.name, file.mimeType, file.size], ["R-1.pdf", "application/pdf", content.length]);
  assert.deepEqual(await bytes(file.body), content);
  const picture = await bytes((await docmill.pageImage(record.id, 1, { width: 200 })).body);
  assert.equal(picture[1], 0x50);
  await assert.rejects(docmill.pageImage(record.id, 2), { code: "NOT_FOUND" });
  const again = await docmill.rerun(record.id, { wait: 60 });
  assert.equal(again.metadata.rerunOf, record.id);
  await docmill.delete(record.id);
  await assert.rejects(docmill.document(record.id), { code: "NOT_FOUND" });
});

test("what a person says", async () => {
  let record = await extract(2);
  const { etag = "" } = await docmill.document(record.id);
  record = completed(await docmill.correct(record.id, { data: { total: "120.00" }, confirm: ["invoiceNumber"] }, { ifMatch: etag }));
  const { total, invoiceNumber } = record.fields ?? {};
  assert.deepEqual([total.value, total.source, total.original?.value, invoiceNumber.confirmed], ["120.00", "human", "119.00", true]);
  await assert.rejects(docmill.correct(record.id, { reviewed: true }, { ifMatch: etag }), { code: "PRECONDITION_FAILED" });
  const reverted = await docmill.correct(record.id, { revert: ["total"], unconfirm: ["invoiceNumber"], reviewed: true });
  assert.equal(reverted.review?.state, "reviewed");
  assert.deepEqual((await all(docmill.documents({ reviewed: true }))).map(({ id }) => id), [record.id]);
});

test("once, and fields of one's own", async () => {
  const schema = { type: "object", properties: { orderReference: { type: "string" } } };
  const file = { name: "once.pdf", content: (await sample(3)).content };
  const options = { documentType: "invoice", schema, idempotencyKey: "once" } as const;
  const first = await docmill.extract(file, { ...options, wait: 0 });
  const second = await docmill.extract(file, { ...options, wait: 60 });
  assert.deepEqual([second.id, first.replayed, second.replayed, second.metadata.fileName], [first.id, false, true, "once.pdf"]);
  await assert.rejects(docmill.extract(await sample(4), { idempotencyKey: "once" }), { code: "IDEMPOTENCY_KEY_REUSED" });
});

test("batches, lists and exports", async () => {
  let batch = await docmill.batch([await sample(5), bad, await sample(6)], { documentType: "invoice" });
  batch = await docmill.waitForBatch(batch, { timeout: 120 });
  assert.deepEqual(batch.results.map(({ status, code }) => code ?? status), ["completed", "UNSUPPORTED_FORMAT", "completed"]);
  assert.deepEqual((await docmill.batchStatus(batch.id)).counts, { ...batch.counts, completed: 2, rejected: 1 });
  const filter = { batchId: batch.id, documentType: "invoice", minConfidence: 0.1 } as const;
  const records = await all(docmill.results(filter));
  assert.equal(records.length, 2);
  const page = await docmill.documentsPage(filter, { limit: 1 });
  const rest = await docmill.resultsPage(filter, { cursor: page.nextCursor ?? "" });
  assert.deepEqual([...page.items, ...rest.items], records);
  assert.deepEqual(await all(docmill.exportRecords(filter)), records);
  const words = await docmill.pageWords(records[0].id);
  assert.ok(words.page === 1 && words.words.some(({ text }) => text === "119.00"));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await bytes(await docmill.exportCsv(filter, { bom: true })));
  assert.match(text, /^\ufeffid,status,/);
  assert.equal((await bytes(await docmill.exportXlsx(filter)))[0], 0x50);
  const ndjson = new TextDecoder().decode(await bytes(await docmill.exportNdjson(filter)));
  assert.deepEqual(ndjson.trim().split("\n").map((line) => JSON.parse(line)), records);
});

test("folders", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "docmill-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "below"), { recursive: true });
  for (const [number, path] of [[7, "7.pdf"], [8, "below/8.pdf"], [9, ".hidden.pdf"], [10, "10.pdf"]] as const) {
    await copyFile(join(samples, `R-${number}.pdf`), join(folder, path));
  }
  await writeFile(join(folder, "bad.bin"), bad.content);
  const seen: Progress[] = [];
  const results = await batchFolder(docmill, folder, { progress: (progress) => seen.push(progress) });
  assert.deepEqual(results.map(({ path, status }) => `${path} ${status}`), [
    "10.pdf completed", "7.pdf completed", "bad.bin rejected", "below/8.pdf completed",
  ]);
  assert.deepEqual([seen[seen.length - 1].ended, seen[seen.length - 1].total], [4, 4]);
  assert.deepEqual(await batchFolder(docmill, folder), results);
  const anew = await docmill.batchFiles([await fromPath(join(folder, "7.pdf"))], { run: "anew" });
  assert.equal(anew[0].status, "completed");
  assert.notEqual(anew[0].id, results[1].id);
  const path = join(folder, "out.csv");
  await saveTo(path, await docmill.exportCsv());
  assert.match(new TextDecoder().decode(await readFile(path)), /^id,status,/);
  const stranger = new Client({ baseUrl, apiKey: `dm_live_${"0".repeat(48)}` });
  await assert.rejects(stranger.batchFiles([]), { code: "AUTH_INVALID" });
});

test("a run that ends early says how far it came", async () => {
  let calls = 0;
  const broken = ((input: string, init: RequestInit) => {
    calls++;
    return String(input).includes("/batch") ? Promise.reject(new TypeError("cut")) : fetch(input, init);
  }) as typeof fetch;
  const client = new Client({ baseUrl, apiKey, fetch: broken, retries: { attempts: 1 } });
  await assert.rejects(client.batchFiles([await sample(11)]), (e) => e instanceof RunError && e.results[0].path === "R-11.pdf");
  assert.equal(calls, 2);
});

test("the account", async () => {
  const usage = await docmill.usage();
  assert.deepEqual([usage.plan, usage.documents.limit], ["Enterprise", 100_000]);
  const key = await docmill.createKey("Accounting", { expiresInDays: 1 });
  assert.equal((await new Client({ baseUrl, apiKey: key.key }).usage()).plan, "Enterprise");
  const made = await Client.register({ baseUrl }, "Nordlicht");
  assert.equal((await new Client({ baseUrl, apiKey: made.key }).usage()).plan, "Free");
  assert.ok((await docmill.documentTypes()).some(({ name }) => name === "invoice"));
  await assert.rejects(docmill.registerWebhook("https://docmill.example", ["x"]), { code: "WEBHOOKS_NOT_AVAILABLE" });
  assert.deepEqual(await docmill.webhooks(), []);
  await assert.rejects(docmill.deleteWebhook("wh_none"), { code: "NOT_FOUND" });
});
