// Files that are sent together.
import type { Code } from "./errors.js";
import type { Status } from "./records.js";

/** Of a file of a batch. */
export type EntryStatus = Status | "rejected" | "deleted";

/** One file of a batch. */
export interface BatchEntry {
  /** From 0, in the order sent. */
  index: number;
  fileName: string;
  /** Of the document; undefined of a file that was rejected. */
  id?: string;
  status: EntryStatus;
  /** Of those that were rejected or failed. */
  error?: string;
  code?: Code;
}

/** The entries of a batch by status. */
export type BatchCounts = { [S in EntryStatus]: number };

/** What became of files that were sent together. */
export interface Batch {
  id: string;
  status: Status;
  /** Files sent, refused ones too. */
  total: number;
  counts: BatchCounts;
  createdAt: string;
  completedAt: string | null;
  /** One for each file, in the order sent. */
  results: BatchEntry[];
  /** Not of the service: an earlier call under the same idempotency key made the batch. */
  replayed?: boolean;
}

/** What became of a file of a run over many. */
export interface FileResult {
  /** Below the folder, with slashes; or the file's name. */
  path: string;
  /** Undefined while it has not been sent. */
  status?: EntryStatus;
  /** Of the document; undefined when it was rejected. */
  id?: string;
  /** Of those that were rejected or failed. */
  code?: Code;
  error?: string;
}

/** A change of one file's status. */
export interface Progress {
  file: FileResult;
  /** Files that have ended. */
  ended: number;
  /** Files of the run. */
  total: number;
}
