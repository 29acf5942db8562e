// The two things that every call needs: the key, and files as a form.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

/** An answer that says no. */
export class DocmillError extends Error {
  constructor(message: string, readonly code: string, readonly retryAfter: number) {
    super(message);
  }
}

/** Gives the answer; DocmillError for 4xx and 5xx. */
export async function call(method: string, path: string, body?: string | FormData, headers: Record<string, string> = {}) {
  const answer = await fetch(process.env.DOCMILL_URL + path, {
    method, body, headers: { ...headers, "X-API-Key": process.env.DOCMILL_API_KEY ?? "" },
  });
  if (answer.ok) return answer;
  const { error, code } = await answer.json();
  throw new DocmillError(error, code, Number(answer.headers.get("Retry-After")));
}

/** Sends files, which are given by their paths, and gives the JSON answer. */
export async function upload(path: string, field: string, files: string[], headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const file of files) form.append(field, new Blob([await readFile(file)]), basename(file));
  return (await call("POST", path, form, headers)).json();
}
