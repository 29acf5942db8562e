// What the service knows of documents, as it sends it. Members may be added within v1.
import { DocmillError, DocumentFailedError, type Code } from "./errors.js";
import type { DataByType } from "./data.js";

/** It moves from queued to processing to completed or failed, and never back. */
export type Status = "queued" | "processing" | "completed" | "failed";

/** With auto the service finds the type. */
export type DocumentTypeName = "auto" | keyof DataByType;

/** A built-in type, or the name of a saved type, which has the data of its schema: cast record.data. */
export type RequestedType = DocumentTypeName | (string & {});

/** What taught a value. */
export interface Learned {
  /** An id: layout_… */
  layout: string;
  /** That a person corrected, confirmed or reviewed. */
  document: string;
  /** The newest entry of its history. */
  correction?: number;
}

/** A version of a layout that corrections taught. */
export interface Memory {
  /** An id: layout_… */
  layout: string;
  version: number;
}

/** One value and where it came from. */
export interface Field {
  /** Null where a person said that the document has no such value. */
  value: string | null;
  /** What the page shows; not of corrected values. */
  raw?: string;
  /** The probability that the value is right, 0 to 1. */
  confidence: number;
  /** Counted from 1; null where the format has no pages. */
  page?: number | null;
  box?: Box | null;
  /** text, ocr, xml, code, derived, model, learned or human; an open list. */
  source: string;
  /** Names of the checks that it takes part in. */
  checks: string[];
  /** Of a corrected value: as it was read, null where nothing was. */
  original?: Field | null;
  /** A user confirmed the value. */
  confirmed?: true;
  /** What taught it, of the source learned. */
  learned?: Learned;
}

/** x0, y0, x1, y1 in fractions of the page, from its top left corner. */
export type Box = [number, number, number, number];

/** One test of the values against each other. */
export interface Check {
  name: string;
  passed: boolean;
  /** Such as 100.00 + 19.00 = 119.00. */
  detail: string;
}

/** Who marked a document as looked at, and when. */
export interface Review {
  state: "reviewed";
  /** An id: key_… or user_… */
  by: string;
  at: string;
}

/** The file that was sent. */
export interface Metadata {
  fileName: string;
  /** Bytes. */
  fileSize: number;
  /** Of the bytes, whatever the name says. */
  mimeType: string;
  /** Null until the document has been read. */
  pages: number | null;
  sha256: string;
  /** The document whose bytes were read once more for this one. */
  rerunOf?: string;
  /** The account's earliest document of the same bytes, or of the same vendor, number and total. */
  duplicateOf?: string;
}

/** Why a document could not be read. */
export interface Failure {
  code: Code;
  message: string;
}

interface RecordMembers {
  id: string;
  metadata: Metadata;
  review: Review | null;
  batchId: string | null;
  /** Times are ISO 8601 in UTC. */
  createdAt: string;
  /** When the document will be erased; null for never. */
  expiresAt: string | null;
  /** The version of a saved document type; absent for a built-in type. */
  documentTypeVersion?: number;
  /** Not of the service: an earlier call under the same idempotency key made the document. */
  replayed?: boolean;
  /** Not of the service: for correct's ifMatch; not of records in lists. */
  etag?: string;
}

/** A document that has not ended. */
export interface OpenRecord extends RecordMembers {
  status: "queued" | "processing";
  /** As asked for. */
  documentType: DocumentTypeName;
  confidence: null;
  missing: null;
  data: null;
  fields?: null;
  checks: null;
  processingTimeMs: null;
  completedAt: null;
  failure: null;
}

/** A document of one type that was extracted. */
export interface CompletedRecordOf<T extends keyof DataByType> extends RecordMembers {
  status: "completed";
  /** As found, or as asked for when a type was asked for. */
  documentType: T;
  /** The probability that all key fields are right, 0 to 1. */
  confidence: number;
  /** The key fields that are not known. */
  missing: string[];
  /** The values; what was not found is absent. */
  data: DataByType[T];
  /** Where each value of data came from, by path (lineItems.0.amount). Lists leave it out. */
  fields?: { [path: string]: Field };
  /** The layout that the document was read by. */
  memory?: Memory;
  checks: Check[];
  /** Without queueing. */
  processingTimeMs: number;
  completedAt: string;
  failure: null;
}

/** A document that was extracted; documentType says what data holds. */
export type CompletedRecord = { [T in keyof DataByType]: CompletedRecordOf<T> }[keyof DataByType];

/** A document that could not be read. */
export interface FailedRecord extends RecordMembers {
  status: "failed";
  /** As asked for. */
  documentType: DocumentTypeName;
  confidence: 0;
  missing: string[];
  data: { [name: string]: never };
  fields?: { [path: string]: never };
  checks: Check[];
  processingTimeMs: number;
  completedAt: string;
  failure: Failure;
}

/** What the service knows of a document; status says which. */
export type DocumentRecord = OpenRecord | CompletedRecord | FailedRecord;

/** A part of a list of records, newest first. */
export interface Page {
  /** Without fields. */
  items: DocumentRecord[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** A word as it stands on a page. */
export interface PageWord {
  text: string;
  box: Box;
  /** The line of the page that it stands in, counted from 0. */
  line: number;
}

/** The words of one page, in reading order. */
export interface PageWords {
  /** Counted from 1. */
  page: number;
  words: PageWord[];
}

/** A file on its way. */
export interface Download {
  name: string | undefined;
  mimeType: string;
  /** Bytes; undefined when not known. */
  size: number | undefined;
  /** A connection that breaks is an error of it. */
  body: ReadableStream<Uint8Array>;
}

/** Selects documents; an empty one selects all. */
export interface Filter {
  status?: Status;
  /** As records show it. */
  documentType?: RequestedType;
  batchId?: string;
  /** Exclusive. */
  createdAfter?: Date;
  /** Exclusive. */
  createdBefore?: Date;
  /** Inclusive, 0 to 1. */
  minConfidence?: number;
  /** Inclusive, 0 to 1. */
  maxConfidence?: number;
  /** Looked at or, of completed documents, not. */
  reviewed?: boolean;
  /** A key field that is not known, or "any". */
  missing?: string;
}

/** Completed or failed. */
export function hasEnded(record: DocumentRecord): record is CompletedRecord | FailedRecord {
  return record.status === "completed" || record.status === "failed";
}

/**
 * The record, known to be completed: DocumentFailedError for a document that could not be read,
 * DocmillError for one that has not ended.
 */
export function completed(record: DocumentRecord): CompletedRecord {
  if (record.status === "completed") return record;
  if (record.status === "failed") throw new DocumentFailedError(record.failure.message, { code: record.failure.code });
  throw new DocmillError(`Document ${record.id} is ${record.status} and has no data.`);
}
