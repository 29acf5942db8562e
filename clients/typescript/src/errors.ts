// What goes wrong, by stable codes.

/** Codes of refused calls. The list is open: a newer service may send others. */
export type RefusalCode =
  | "INVALID_REQUEST" | "INVALID_DOCUMENT_TYPE" | "INVALID_SCHEMA" | "EMPTY_FILE" | "AUTH_MISSING" | "AUTH_INVALID"
  | "PLAN_REQUIRED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PRECONDITION_FAILED" | "REQUEST_TIMEOUT"
  | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "INVALID_STATE" | "LIMIT_REACHED" | "FILE_TOO_LARGE"
  | "HEADERS_TOO_LARGE" | "UNSUPPORTED_FORMAT" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "QUOTA_EXCEEDED"
  | "INTERNAL_ERROR" | "WEBHOOKS_NOT_AVAILABLE" | "SERVICE_UNAVAILABLE";

/** Codes of documents that could not be read. */
export type FailureCode =
  | "CORRUPT_FILE" | "UNSUPPORTED_FORMAT" | "PASSWORD_PROTECTED" | "TOO_MANY_PAGES" | "TOO_COMPLEX" | "NO_TEXT_FOUND"
  | "TIMED_OUT" | "INTERNAL_ERROR";

/** A code that this version knows of, or a newer one. */
export type Code = RefusalCode | FailureCode | (string & {});

/** What is known of a refusal. */
export interface ErrorDetails {
  code?: Code | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A call that was refused, got no answer, or concerns a document that could not be read. */
export class DocmillError extends Error {
  /** Undefined when the answer came from something between, or none came. */
  readonly code: Code | undefined;
  /** Of HTTP; undefined when there was no answer. */
  readonly status: number | undefined;
  /** What the service's log calls the call. */
  readonly requestId: string | undefined;
  /** Seconds; undefined when the answer names none. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/** No whole answer came. What fetch threw is its cause. */
export class ConnectionFailedError extends DocmillError {}

/** A document that could not be read; see completed. */
export class DocumentFailedError extends DocmillError {}

/** A wait that was longer than it was allowed to be. */
export class TimeoutError extends DocmillError {}
