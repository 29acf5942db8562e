// Signatures of deliveries, made by the service's rules.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { WebhookSignatureError, WebhookVerifier } from "docmill/webhook";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const now = 1_790_000_000;
const text = (s: string) => new TextEncoder().encode(s);
const body = text('{"event":"batch.completed","data":{"note":"é"}}');
const verifier = new WebhookVerifier(["whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", secret], () => now * 1000);

function signed(at = now, by = secret): { [name: string]: string } {
  const key = Uint8Array.from(atob(by.slice(6)), (c) => c.charCodeAt(0));
  const standard = createHmac("sha256", key).update(text(`dlv_1.${at}.`)).update(body).digest("base64");
  return {
    "x-service-event": "batch.completed", "x-service-delivery": "dlv_1",
    "x-service-signature": createHmac("sha256", by).update(body).digest("hex"),
    "webhook-timestamp": String(at), "webhook-signature": `v1,bm9uZQ== v1,${standard}`,
  };
}

test("a delivery", async () => {
  for (const headers of [signed(), new Headers(signed())]) {
    assert.deepEqual(await verifier.verify(headers, body), { id: "dlv_1", event: "batch.completed", test: false, body });
  }
  const { "x-service-signature": before = "", ...rest } = signed();
  await verifier.verify({ ...rest, "X-Service-Signature-Previous": before }, body);
  await verifier.verify(signed(now - 300), body);
});

test("what is no delivery", async () => {
  const right = signed();
  const cases: [string, { [name: string]: string }, Uint8Array][] = [
    ["a changed body", right, text("{}")],
    ["no signature", {}, body],
    ["another secret", signed(now, `whsec_${"B".repeat(32)}`), body],
    ["no signature of the specification", { ...right, "x-service-signature": "é" }, body],
    ["the signature's beginning", { ...right, "x-service-signature": right["x-service-signature"].slice(0, 62) }, body],
    ["no signature of the time", { ...right, "webhook-signature": "" }, body],
    ["another time", { ...right, "webhook-timestamp": String(now + 1) }, body],
    ["an old one", signed(now - 301), body],
    ["one of the future", signed(now + 301), body],
    ["no time", { ...right, "webhook-timestamp": "now" }, body],
  ];
  for (const [, headers, sent] of cases) await assert.rejects(verifier.verify(headers, sent), WebhookSignatureError);
  assert.throws(() => new WebhookVerifier([]), TypeError);
});

test("what deliveries are answered", async () => {
  const received: string[] = [];
  const handle = verifier.handler(({ id }) => received.push(id));
  const request = (init: RequestInit) => new Request("http://x", { method: "POST", headers: signed(), body, ...init });
  assert.equal((await handle(request({}))).status, 204);
  assert.equal((await handle(request({ body: new Uint8Array(2 << 20) }))).status, 401);
  assert.equal((await handle(request({ headers: {} }))).status, 401);
  assert.equal((await handle(new Request("http://x", { headers: signed() }))).status, 405);
  const failing = verifier.handler(() => Promise.reject(new Error("disk full")));
  assert.equal((await failing(request({}))).status, 500);
  assert.deepEqual(received, ["dlv_1"]);
});
