// One call of the API, however many requests it takes.
import { ConnectionFailedError, DocmillError, type Code } from "./errors.js";

/** A request that can be sent as often as needed. */
export interface Call {
  method: string;
  /** Escaped, below the base URL. */
  path: string;
  query?: { [name: string]: string };
  headers?: { [name: string]: string };
  body?: string | FormData;
  /** It may reach the service twice without harm. */
  repeatable: boolean;
  /** Seconds for which the service was asked to wait before it answers. */
  wait?: number;
  /** The body is read by who gets the answer, and can be aborted while it is. */
  stream?: true;
  signal?: AbortSignal | undefined;
}

/** How often a call is made, and how long the pauses are, in seconds. */
export interface RetryPolicy {
  /** In all; 1 never repeats. */
  attempts: number;
  /** The longest pause before the first repetition; the real one is random below. */
  first: number;
  /** The longest before any. */
  most: number;
  /** A Retry-After beyond this is not waited for. */
  longest: number;
}

export const defaultRetries: RetryPolicy = { attempts: 5, first: 0.5, most: 15, longest: 120 };

/** Where requests go, and what all of them carry. */
export interface Service {
  base: string;
  headers: { [name: string]: string };
  /** Seconds within which an answer must begin, beyond those that the service was asked to wait. */
  timeout: number;
  fetch: typeof fetch;
  retries: RetryPolicy;
}

/** Makes the call until it is answered 2xx or may not be repeated, and reads the answer with read. */
export async function perform<T>(service: Service, call: Call, read: (answer: Response) => Promise<T>): Promise<T> {
  for (let before = 0; ; before++) {
    try {
      return await attempt(service, call, read);
    } catch (error) {
      call.signal?.throwIfAborted();
      const pause = call.repeatable ? nextPause(service.retries, before, error) : undefined;
      if (pause === undefined) throw error;
      await sleep(pause, call.signal);
    }
  }
}

async function attempt<T>(service: Service, call: Call, read: (answer: Response) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(call.signal?.reason);
  call.signal?.addEventListener("abort", abort, { once: true });
  if (call.signal?.aborted) abort();
  const within = service.timeout + (call.wait ?? 0);
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${within} seconds`)), within * 1000);
  try {
    const answer = await service.fetch(urlOf(service, call), {
      method: call.method,
      headers: { Accept: "application/json", ...service.headers, ...call.headers },
      body: call.body ?? null,
      redirect: "manual",
      signal: controller.signal,
    });
    clearTimeout(timer);
    if (!answer.ok) throw await errorOf(answer);
    return await read(answer);
  } catch (error) {
    if (error instanceof DocmillError || call.signal?.aborted) throw error;
    throw new ConnectionFailedError(`No answer from the service: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    if (!call.stream) call.signal?.removeEventListener("abort", abort);
  }
}

/** Hands the answer of a stream on unread. */
export async function keepOpen(answer: Response): Promise<Response> {
  return answer;
}

/** Reads the answer as JSON. */
export async function readJson(answer: Response): Promise<any> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocmillError("The answer is not JSON", { status: answer.status, cause: error });
  }
}

function urlOf(service: Service, call: Call): string {
  const query = new URLSearchParams(call.query).toString();
  return service.base + call.path + (query && `?${query}`);
}

/** The pause in seconds before the next attempt, undefined when there is none. */
export function nextPause(policy: RetryPolicy, before: number, error: unknown): number | undefined {
  if (before + 1 >= policy.attempts || !isTemporary(error)) return undefined;
  const { retryAfter } = error as DocmillError;
  // Clients that were sent away together do not come back together.
  if (retryAfter) return retryAfter > policy.longest ? undefined : retryAfter + Math.random() * policy.first;
  return Math.random() * Math.min(policy.most, policy.first * 2 ** Math.min(before, 16));
}

/** The same call may succeed later: there was no room for it, or no answer came. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof DocmillError)) return false;
  if (error instanceof ConnectionFailedError) return !isCertificate(error);
  if (error.status === 429) return error.code !== "QUOTA_EXCEEDED";
  if (error.status === 409) return error.code === "IDEMPOTENCY_IN_PROGRESS";
  return [502, 503, 504].includes(error.status ?? 0);
}

/** Node says so in a code of the cause; browsers do not tell. */
function isCertificate(error: unknown): boolean {
  for (let e = error as { cause?: unknown; code?: unknown } | undefined; e; e = e.cause as typeof e) {
    if (/CERT|UNABLE_TO_VERIFY|SELF_SIGNED/.test(String(e.code ?? ""))) return true;
  }
  return false;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message ?? message ?? String(error);
}

async function errorOf(answer: Response): Promise<DocmillError> {
  let message = "The answer did not come from docmill";
  let code: Code | undefined;
  try {
    const body = JSON.parse(await answer.text());
    if (typeof body.code === "string" && body.code) [message, code] = [String(body.error), body.code];
  } catch {
    // Not of the service: the status is all there is.
  }
  return new DocmillError(message, {
    code,
    status: answer.status,
    requestId: answer.headers.get("X-Request-Id") ?? undefined,
    retryAfter: parseRetryAfter(answer.headers.get("Retry-After")),
  });
}

/** Seconds, or a date (RFC 9110, 10.2.3); undefined for anything else. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (!value) return undefined;
  if (/^[0-9]+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

/** Rejects with the signal's reason when that is aborted meanwhile. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
