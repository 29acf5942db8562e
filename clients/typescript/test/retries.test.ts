// What is made again, how often, and after what pause.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionFailedError, DocmillError } from "docmill";
import { nextPause, parseRetryAfter } from "../dist/call.js";
import { Fake, json, record, refusal } from "./fake.js";

const file = { name: "my file.pdf", content: new TextEncoder().encode("%PDF") };
const refused = Object.assign(new TypeError("fetch failed"), { cause: new Error("connect ECONNREFUSED") });

test("what has no room is tried again under the same key", async () => {
  const passing = [
    refusal(429, "RATE_LIMITED"), refusal(503, "SERVICE_UNAVAILABLE"), refusal(409, "IDEMPOTENCY_IN_PROGRESS"),
    new Response("<html>", { status: 502 }), refused,
  ];
  for (const first of passing) {
    const fake = new Fake(first, json(record()));
    assert.equal((await fake.client().extract(file)).id, "ext_1");
    const keys = fake.asked.map(({ headers }) => headers.get("Idempotency-Key"));
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.deepEqual(fake.asked.map(({ body }) => body), [{ "my file.pdf": "%PDF" }, { "my file.pdf": "%PDF" }]);
  }
});

test("refusals are final", async () => {
  for (const [status, code] of [[429, "QUOTA_EXCEEDED"], [409, "INVALID_STATE"], [400, "INVALID_REQUEST"], [500, "X"]] as const) {
    const fake = new Fake(refusal(status, code));
    await assert.rejects(fake.client().usage(), { code, status });
    assert.equal(fake.asked.length, 1);
  }
});

test("attempts are bounded", async () => {
  const fake = new Fake(refusal(503, "SERVICE_UNAVAILABLE"));
  await assert.rejects(fake.client({ attempts: 3, first: 0, most: 0 }).usage(), { status: 503 });
  assert.equal(fake.asked.length, 3);
});

test("what makes something without a key is not repeated", async () => {
  const fake = new Fake(refused);
  await assert.rejects(fake.client().createKey("Accounting"), (e) => e instanceof ConnectionFailedError && e.cause === refused);
  await assert.rejects(fake.client().correct("ext_1", { reviewed: true }, { ifMatch: '"1"' }), ConnectionFailedError);
  assert.equal(fake.asked.length, 2);
});

test("a deletion whose answer was lost is done", async () => {
  const gone = refusal(404, "NOT_FOUND");
  await new Fake(refused, gone).client().delete("ext_1");
  await new Fake(new Response("", { status: 504 }), gone).client().delete("ext_1");
  await assert.rejects(new Fake(gone).client().delete("ext_1"), { code: "NOT_FOUND" });
  await assert.rejects(new Fake(refusal(503, "SERVICE_UNAVAILABLE"), gone).client().delete("ext_1"), { code: "NOT_FOUND" });
});

test("a signal ends the pause", async () => {
  const controller = new AbortController();
  const fake = new Fake(refusal(503, "SERVICE_UNAVAILABLE", { "Retry-After": "60" }));
  const call = fake.client({}).usage({ signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(call, { message: "enough" });
});

test("pauses", () => {
  const policy = { attempts: 9, first: 1, most: 4, longest: 120 };
  const busy = new DocmillError("busy", { status: 503 });
  for (const [before, bound] of [[0, 1], [1, 2], [2, 4], [7, 4]] as const) {
    const pause = nextPause(policy, before, busy);
    assert.ok(pause !== undefined && pause >= 0 && pause <= bound);
  }
  assert.equal(nextPause(policy, 8, busy), undefined);
  const told = nextPause(policy, 0, new DocmillError("busy", { status: 429, retryAfter: 7 }));
  assert.ok(told !== undefined && told >= 7 && told <= 8);
  assert.equal(nextPause(policy, 0, new DocmillError("busy", { status: 429, retryAfter: 121 })), undefined);
  const certificate = new ConnectionFailedError("tls", { cause: { cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } } });
  assert.equal(nextPause(policy, 0, certificate), undefined);
});

test("Retry-After is seconds or a date", () => {
  const now = 1_000_000_000_000;
  const cases: [string | null, number | undefined][] = [
    ["7", 7], ["Sun, 09 Sep 2001 01:46:50 GMT", 10], ["Sun, 09 Sep 2001 01:46:30 GMT", 0], ["soon", undefined], [null, undefined],
  ];
  for (const [value, want] of cases) assert.equal(parseRetryAfter(value, now), want);
});
