// retry FILE: sends a file, again if need be, and never twice: the key is made of
// the file, so that even a new start within 24 hours finds the same document.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { DocmillError, upload } from "./docmill.mjs";

const file = process.argv[2];
const key = "invoice-" + createHash("sha256").update(await readFile(file)).digest("hex");

for (let attempt = 0; ; attempt++) {
  let pause = Math.random() * 2 ** attempt;
  try {
    console.log((await upload("/api/v1/extract", "file", [file], { "Idempotency-Key": key })).id);
    break;
  } catch (e) {
    if (attempt === 4) throw e;
    if (e instanceof DocmillError) {
      if (!["RATE_LIMITED", "SERVICE_UNAVAILABLE", "IDEMPOTENCY_IN_PROGRESS"].includes(e.code)) throw e;
      pause += e.retryAfter;
    } else if (!(e instanceof TypeError)) throw e; // fetch throws a TypeError when no answer came
  }
  await new Promise((resolve) => setTimeout(resolve, pause * 1000));
}
