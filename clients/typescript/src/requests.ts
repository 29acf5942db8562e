// What calls are made of.
import type { Call } from "./call.js";
import type { Filter } from "./records.js";
import { blobOf, nameOf, type Source } from "./source.js";

export const paths = {
  extract: "/api/v1/extract",
  documents: "/api/v1/documents",
  results: "/api/v1/results",
  batches: "/api/v1/batch",
  layouts: "/api/v1/layouts",
  usage: "/api/v1/usage",
  documentTypes: "/api/v1/document-types",
  register: "/api/auth/register",
  webhooks: "/api/webhooks/notifications",
} as const;

/** Seconds; the longest wait that the service offers. */
export const maxWait = 60;

/** Seconds for which the service waits when it is not told how long. */
export const ownWait = 10;

/** Bytes a second of the slowest line over which uploads are given the time that they take. */
const slowestLine = 64 * 1024;

/** Options that all calls take. */
export interface CallOptions {
  /** Ends the call; it then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** A call that changes nothing. */
export function get(path: string, query: { [name: string]: string } = {}, options: CallOptions = {}): Call {
  return { method: "GET", path, query, repeatable: true, signal: options.signal };
}

/** A call with a JSON body. */
export function send(method: string, path: string, body: unknown, options: CallOptions = {}): Call {
  return {
    method, path, body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, repeatable: false,
    signal: options.signal,
  };
}

/** The call, made to take effect once, however often it is repeated; a key is made when there is none. */
export function once(call: Call, key?: string): Call {
  return { ...call, headers: { ...call.headers, "Idempotency-Key": key || randomKey() }, repeatable: true };
}

/** A call that sends files. */
export function upload(
  path: string, field: string, files: Source[], fields: { [name: string]: string | undefined }, options: CallOptions,
): Call {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value) form.append(name, value);
  let size = 0;
  for (const file of files) {
    const blob = blobOf(file);
    size += blob.size;
    form.append(field, blob, nameOf(file));
  }
  return { method: "POST", path, body: form, repeatable: false, wait: size / slowestLine, signal: options.signal };
}

/** The call, answered within so many seconds: 0 at once, undefined after as many as the service finds right. */
export function preferring(call: Call, wait: number | undefined): Call {
  const sending = call.wait ?? 0;
  if (wait === undefined) return { ...call, wait: sending + ownWait };
  const Prefer = wait > 0 ? `wait=${seconds(wait)}` : "respond-async";
  return { ...call, headers: { ...call.headers, Prefer }, wait: sending + Math.min(Math.max(wait, 0), maxWait) };
}

/** Rounds up and stays within what the service offers. */
export function seconds(wait: number): string {
  return String(Math.ceil(Math.min(Math.max(wait, 0), maxWait)));
}

/** Refuses what would be another path. */
export function pathOf(under: string, id: string): string {
  if (["", ".", ".."].includes(id)) throw new TypeError(`${JSON.stringify(id)} is no id`);
  return `${under}/${encodeURIComponent(id)}`;
}

/** The parameters of a filter. */
export function queryOf(filter: Filter = {}): { [name: string]: string } {
  const query: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    const parameter = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    query[parameter] = value instanceof Date ? value.toISOString() : String(value);
  }
  return query;
}

/** 128 random bits. */
function randomKey(): string {
  const bytes = new Uint8Array(16);
  // Node.js 18 has no global crypto; a key has to be unlike others of the account, not secret.
  if (globalThis.crypto) globalThis.crypto.getRandomValues(bytes);
  else for (let i = 0; i < bytes.length; i++) bytes[i] = Math.random() * 256;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
