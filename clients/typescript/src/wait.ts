// Waiting for ends.
import type { Batch } from "./batches.js";
import { sleep } from "./call.js";
import { DocmillError, TimeoutError } from "./errors.js";
import { hasEnded, type CompletedRecord, type DocumentRecord, type FailedRecord } from "./records.js";
import { maxWait } from "./requests.js";

/** The end of a wait, in seconds from now; undefined for none. */
export class Deadline {
  readonly #at: number;

  constructor(timeout: number | undefined, readonly what: string) {
    this.#at = timeout === undefined ? Infinity : performance.now() + timeout * 1000;
  }

  /** Seconds, at most so many and never below 0. */
  left(most: number): number {
    return Math.max(0, Math.min(most, (this.#at - performance.now()) / 1000));
  }

  /** Throws once it has passed. */
  check(): void {
    if (performance.now() >= this.#at) throw new TimeoutError(`${this.what} has not ended in time`);
  }
}

/** Reads a record with long polls until it has ended. */
export async function waitForDocument(
  read: (wait: number) => Promise<DocumentRecord>, deadline: Deadline, signal?: AbortSignal,
): Promise<CompletedRecord | FailedRecord> {
  for (;;) {
    const begun = performance.now();
    const record = await read(Math.max(1, deadline.left(maxWait)));
    if (hasEnded(record)) return record;
    // A service that is about to stop answers early: not a reason to ask again and again.
    if (performance.now() - begun < 1000) await sleep(deadline.left(1), signal);
    deadline.check();
  }
}

/** What waiting for a batch needs of a client. */
export interface BatchReader {
  batchStatus(id: string, options: { signal?: AbortSignal | undefined }): Promise<Batch>;
  document(id: string, options: { wait: number; signal?: AbortSignal | undefined }): Promise<DocumentRecord>;
}

/** Looks at a batch until all its documents have ended. */
export async function waitForBatch(
  client: BatchReader, batch: Batch,
  options: { timeout?: number; progress?: (batch: Batch) => void; signal?: AbortSignal | undefined },
): Promise<Batch> {
  const deadline = new Deadline(options.timeout, `batch ${batch.id}`);
  // Looks count against the rate: the pauses between them grow.
  for (let least = 0.5; ; least = Math.min(least + 0.5, 5)) {
    options.progress?.(batch);
    if (batch.status === "completed" || batch.status === "failed") return batch;
    deadline.check();
    const looked = performance.now();
    await awaitEntry(client, batch, deadline.left(10), options.signal);
    await sleep(deadline.left(Math.max(0, least - (performance.now() - looked) / 1000)), options.signal);
    batch = await client.batchStatus(batch.id, options);
  }
}

/** Returns when the last open document has ended, was deleted or the wait is over. */
async function awaitEntry(client: BatchReader, batch: Batch, wait: number, signal?: AbortSignal): Promise<void> {
  const open = batch.results.filter(({ status }) => status === "queued" || status === "processing").pop();
  if (!open?.id) return;
  try {
    await client.document(open.id, { wait, signal });
  } catch (error) {
    if (!(error instanceof DocmillError) || error.code !== "NOT_FOUND") throw error;
  }
}
