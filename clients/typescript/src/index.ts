// Speaks to a docmill service: files in, structured data out.
export * from "./account.js";
export * from "./batches.js";
export {
  Client, defaultRetries, maxBatchFiles, type Change, type ClientOptions, type ExtractOptions, type PageOptions,
  type RetryPolicy,
} from "./client.js";
export * from "./data.js";
export {
  ConnectionFailedError, DocmillError, DocumentFailedError, TimeoutError, type Code, type ErrorDetails,
  type FailureCode, type RefusalCode,
} from "./errors.js";
export * from "./layouts.js";
export * from "./records.js";
export { RunError, type RunOptions } from "./run.js";
export type { CallOptions } from "./requests.js";
export type { NamedContent, Source } from "./source.js";
