// What calls send and what they make of answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, completed, ConnectionFailedError, DocmillError, DocumentFailedError, TimeoutError } from "docmill";
import { linesOf } from "../dist/lines.js";
import { Fake, json, record, refusal } from "./fake.js";

test("a refusal says all it knows", async () => {
  const fake = new Fake(refusal(429, "QUOTA_EXCEEDED", { "Retry-After": "9" }));
  await assert.rejects(fake.client().usage(), {
    status: 429, code: "QUOTA_EXCEEDED", message: "It is QUOTA_EXCEEDED.", requestId: "req-1", retryAfter: 9,
  });
  for (const answer of [new Response("<html>", { status: 403 }), json([1], { status: 400 })]) {
    await assert.rejects(new Fake(answer).client().usage(), { status: answer.status, code: undefined });
  }
});

test("addresses and keys that cannot be", async () => {
  for (const baseUrl of ["", "docmill", "ftp://x", "http://x?a=1", "http://u:p@x"]) {
    assert.throws(() => new Client({ baseUrl, apiKey: "k" }), TypeError);
  }
  for (const apiKey of ["", "a b", "ä"]) assert.throws(() => new Client({ baseUrl: "http://x", apiKey }), TypeError);
  for (const id of ["", ".", ".."]) await assert.rejects(new Fake(refusal(404, "NOT_FOUND")).client().delete(id), TypeError);
});

test("records", async () => {
  const answer = json(record(), { headers: { ETag: '"1"', "Idempotency-Replayed": "true" } });
  const fake = new Fake(answer);
  const got = completed(await fake.client().extract({ name: "a.pdf", content: new Uint8Array(1) }, {
    documentType: "invoice", schema: { type: "object", properties: { project: { type: "string" } } }, wait: 3.2, idempotencyKey: "mine",
  }));
  assert.deepEqual([got.etag, got.replayed, (got as { addedLater?: number }).addedLater], ['"1"', true, 1]);
  if (got.documentType !== "invoice") throw new Error(got.documentType);
  assert.equal(got.data.total, "119.00");
  assert.equal((got.data as { project?: string }).project, undefined); // a field of one's own
  const { headers, body, url } = fake.asked[0];
  assert.deepEqual([headers.get("Prefer"), headers.get("Idempotency-Key"), headers.get("X-API-Key")], ["wait=4", "mine", "dm_live_0"]);
  assert.match(headers.get("User-Agent") ?? "", /^docmill-typescript\//);
  assert.equal(url.href, "http://docmill.test/below/api/v1/extract");
  assert.equal(body.schema, '{"type":"object","properties":{"project":{"type":"string"}}}');
  await fake.client().document("a/b?c", { wait: 90 });
  assert.equal(fake.asked[1].url.href, "http://docmill.test/below/api/v1/documents/a%2Fb%3Fc?wait=60");
});

test("a document that could not be read is no error of the call", async () => {
  const failure = { code: "CORRUPT_FILE", message: "The PDF is damaged." };
  const failed = await new Fake(json(record({ status: "failed", data: {}, failure }))).client().document("ext_1");
  assert.equal(failed.status, "failed");
  assert.throws(() => completed(failed), { name: "DocumentFailedError", code: "CORRUPT_FILE" });
  assert.throws(() => completed(failed), DocumentFailedError);
  const open = await new Fake(json(record({ status: "queued", data: null }))).client().document("ext_1");
  assert.throws(() => completed(open), DocmillError);
});

test("corrections", async () => {
  const fake = new Fake(json(record()));
  const change = { data: { total: "1.00", dueDate: null, lineItems: [{ amount: null }] }, confirm: ["total"], reviewed: false };
  await fake.client().correct("ext_1", change, { ifMatch: '"1"' });
  assert.deepEqual([fake.asked[0].method, fake.asked[0].body], ["PATCH", change]);
  assert.equal(fake.asked[0].headers.get("If-Match"), '"1"');
});

test("lists go through all pages", async () => {
  const fake = new Fake(
    json({ items: [record({ id: "1" }), record({ id: "2" })], nextCursor: "next" }),
    json({ items: [record({ id: "3" })], nextCursor: null }),
  );
  const filter = { status: "completed", createdAfter: new Date("2026-10-01T02:00:00+02:00"), minConfidence: 0.5, reviewed: true } as const;
  const ids: string[] = [];
  for await (const { id } of fake.client().documents(filter)) ids.push(id);
  assert.deepEqual(ids, ["1", "2", "3"]);
  assert.deepEqual(Object.fromEntries(fake.asked[1].url.searchParams), {
    status: "completed", created_after: "2026-10-01T00:00:00.000Z", min_confidence: "0.5", reviewed: "true", limit: "100", cursor: "next",
  });
});

test("layouts", async () => {
  const summary = {
    id: "layout_1", vendor: "Muster GmbH", enabled: true, documents: 1, version: 3,
    changedAt: "2026-10-02T08:00:00.041Z", usedAt: "2026-10-02T08:00:00.000Z",
  };
  const lessons = [{ document: "ext_1", correction: 7, at: "2026-10-02T08:00:00.000Z" }];
  const whole = { ...summary, fields: [{ name: "total", held: 1, contradicted: 0 }], columns: [], lessons };
  const fake = new Fake(
    json({ items: [summary], nextCursor: "next" }), json({ items: [{ ...summary, id: "layout_2" }], nextCursor: null }),
    json(whole), json({ ...whole, enabled: false }), new Response(null, { status: 204 }),
  );
  const docmill = fake.client();
  const ids: string[] = [];
  for await (const { id } of docmill.layouts()) ids.push(id);
  assert.deepEqual(ids, ["layout_1", "layout_2"]);
  assert.deepEqual(Object.fromEntries(fake.asked[1].url.searchParams), { limit: "100", cursor: "next" });
  assert.deepEqual(await docmill.layout("layout_1"), whole);
  assert.equal((await docmill.enableLayout("layout_1", false)).enabled, false);
  assert.deepEqual([fake.asked[3].method, fake.asked[3].body], ["PATCH", { enabled: false }]);
  await docmill.forgetLayout("layout_1");
  assert.deepEqual([fake.asked[4].method, fake.asked[4].url.pathname], ["DELETE", "/below/api/v1/layouts/layout_1"]);
});

test("saved types", async () => {
  const schema = { type: "object", properties: { netPay: { type: "number" } } };
  const saved = { name: "acme_payslip", title: "Payslip", version: 2, schema, createdAt: "2026-10-02T08:00:00.000Z" };
  const fake = new Fake(json(saved), json(saved), json(saved), new Response(null, { status: 204 }));
  const docmill = fake.client();
  assert.deepEqual(await docmill.createDocumentType("acme_payslip", schema, { title: "Payslip" }), saved);
  assert.deepEqual(fake.asked[0].body, { name: "acme_payslip", title: "Payslip", schema });
  assert.equal((await docmill.changeDocumentType("acme_payslip", schema)).version, 2);
  assert.deepEqual([fake.asked[1].method, fake.asked[1].body], ["PUT", { schema }]);
  assert.equal((await docmill.documentType("acme_payslip", { version: 2 })).title, "Payslip");
  assert.deepEqual(Object.fromEntries(fake.asked[2].url.searchParams), { version: "2" });
  await docmill.deleteDocumentType("acme_payslip");
  assert.deepEqual([fake.asked[3].method, fake.asked[3].url.pathname], ["DELETE", "/below/api/v1/document-types/acme_payslip"]);
});

test("words of a page", async () => {
  const words = { page: 2, words: [{ text: "Total", box: [0.1, 0.2, 0.3, 0.4], line: 5 }] };
  assert.deepEqual(await new Fake(json(words)).client().pageWords("ext_1", 2), words);
});

test("lines are put together", async () => {
  const pieces = ["{\"a\":\"", "é".slice(0), "\"}\n\n{", "}", "\n"].map((piece) => new TextEncoder().encode(piece));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  pieces.reduce((at, piece) => (bytes.set(piece, at), at + piece.length), 0);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte)); // cut within characters
      controller.close();
    },
  });
  const lines: string[] = [];
  for await (const line of linesOf(stream)) lines.push(line);
  assert.deepEqual(lines, ['{"a":"é"}', "{}"]);
});

test("waits and answers have an end", async () => {
  const open = new Fake(json(record({ status: "processing", data: null })));
  await assert.rejects(open.client().waitFor("ext_1", { timeout: 0 }), TimeoutError);
  const never = ((_: unknown, init: RequestInit) =>
    new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)))) as typeof fetch;
  const client = new Client({ baseUrl: "http://x", apiKey: "k", fetch: never, timeout: 0.01, retries: { attempts: 1 } });
  await assert.rejects(client.usage(), ConnectionFailedError);
});
