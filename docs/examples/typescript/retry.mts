// retry FILE: uploads a file with retries, at most once: the key is made of the file, so a
// second run within 24 hours finds the same document.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Client, DocmillError } from "docmill";
import { fromPath } from "docmill/node";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey, retries: { attempts: 10 } });

const path = process.argv[2];
const idempotencyKey = "invoice-" + createHash("sha256").update(await readFile(path)).digest("hex");
try {
  console.log((await docmill.extract(await fromPath(path), { idempotencyKey })).id);
} catch (error) {
  if (!(error instanceof DocmillError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
