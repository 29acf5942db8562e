// A service that gives the answers it was told.
import { Client, type RetryPolicy } from "docmill";

export type Answer = Response | Error;

/** What was asked. */
export interface Asked {
  url: URL;
  method: string;
  headers: Headers;
  /** JSON as it was sent; the files of a form by their names. */
  body: any;
}

/** An answer of JSON. */
export function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), init);
}

/** As the service refuses. */
export function refusal(status: number, code: string, headers: { [name: string]: string } = {}): Response {
  return json({ error: `It is ${code}.`, code }, { status, headers: { "X-Request-Id": "req-1", ...headers } });
}

/** A completed record. */
export function record(changes: object = {}): object {
  return {
    id: "ext_1", status: "completed", documentType: "invoice", confidence: 0.97, missing: [], review: null,
    data: { invoiceNumber: "R-1", total: "119.00" },
    fields: {}, checks: [], metadata: { fileName: "a.pdf", fileSize: 3, mimeType: "application/pdf", pages: 1, sha256: "0" },
    processingTimeMs: 3, batchId: null, createdAt: "2026-10-02T08:00:00.000Z", completedAt: "2026-10-02T08:00:00.041Z",
    expiresAt: null, failure: null, addedLater: 1, ...changes,
  };
}

/** Answers in order; the last answer stays. */
export class Fake {
  readonly asked: Asked[] = [];
  readonly #answers: Answer[];

  constructor(...answers: Answer[]) {
    this.#answers = answers;
  }

  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    this.asked.push({
      url: new URL(String(input)), method: init.method ?? "GET", headers: new Headers(init.headers),
      body: init.body instanceof FormData ? await namesOf(init.body) : init.body && JSON.parse(String(init.body)),
    });
    const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
    if (answer instanceof Error) throw answer;
    return answer!.clone();
  };

  client(retries: Partial<RetryPolicy> = { first: 0, most: 0 }): Client {
    return new Client({
      baseUrl: "http://docmill.test/below/", apiKey: "dm_live_0", retries, fetch: this.fetch as typeof fetch,
    });
  }
}

async function namesOf(form: FormData): Promise<{ [name: string]: string }> {
  const names: { [name: string]: string } = {};
  for (const [name, value] of form) names[typeof value === "string" ? name : value.name] = typeof value === "string" ? value : await value.text();
  return names;
}
