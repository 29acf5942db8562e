// Where the service is, and what each request carries.
import { defaultRetries, type RetryPolicy, type Service } from "./call.js";

/** Options of a client. */
export interface ClientOptions {
  /** Such as https://docmill.example. */
  baseUrl: string;
  apiKey: string;
  retries?: Partial<RetryPolicy>;
  /** Seconds within which an answer must begin, beyond those that a call asks the service to wait (60). */
  timeout?: number;
  /** The program's own User-Agent, such as bookkeeping/2.1. */
  userAgent?: string;
  /** For proxies, certificates and tracing. */
  fetch?: typeof fetch;
}

const ownAgent = "docmill-typescript/0.4.0";

/** TypeError for an address or a key that cannot be one. */
export function serviceOf(options: Omit<ClientOptions, "apiKey"> & { apiKey?: string }): Service {
  const headers: { [name: string]: string } = {};
  if (options.apiKey !== undefined) {
    if (!/^[!-~]+$/.test(options.apiKey)) throw new TypeError("the API key is empty or has characters that no key has");
    headers["X-API-Key"] = options.apiKey;
  }
  // Browsers say what they are themselves.
  if (typeof document === "undefined") {
    headers["User-Agent"] = options.userAgent ? `${options.userAgent} ${ownAgent}` : ownAgent;
  }
  return {
    base: baseOf(options.baseUrl),
    headers,
    timeout: options.timeout ?? 60,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    retries: { ...defaultRetries, ...options.retries },
  };
}

function baseOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new TypeError("the base URL is http(s)://host[:port][/path]");
  }
  return url.href.replace(/\/+$/, "");
}
