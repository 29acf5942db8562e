// A run over files of any number: cut into batches, sent, and watched to their ends.
import type { Usage } from "./account.js";
import type { Batch, BatchEntry, FileResult, Progress } from "./batches.js";
import { DocmillError, type Code } from "./errors.js";
import type { RequestedType } from "./records.js";
import type { CallOptions } from "./requests.js";
import { blobOf, nameOf, type Source } from "./source.js";
import { waitForBatch, type BatchReader } from "./wait.js";

/** Options of batchFiles and batchFolder. */
export interface RunOptions extends CallOptions {
  documentType?: RequestedType;
  /** Batches under way at a time (2). */
  concurrency?: number;
  /** Told of every change of a file's status. */
  progress?: (progress: Progress) => void;
  /** Distinguishes runs: under another name the same files are sent, and charged, anew. */
  run?: string;
}

/** A run that ended early; the same call goes on from there. What stopped it is its cause. */
export class RunError extends DocmillError {
  constructor(cause: unknown, /** How far it came. */ readonly results: FileResult[]) {
    const { code, status, requestId, retryAfter } = (cause instanceof DocmillError ? cause : {}) as Partial<DocmillError>;
    super(cause instanceof Error ? cause.message : String(cause), { code, status, requestId, retryAfter, cause });
  }
}

/** A file of a run, which is opened when its turn comes. */
export interface RunFile {
  /** Names it in results, and in idempotency keys. */
  path: string;
  name: string;
  size: number;
  open(): Promise<Blob>;
}

/** What a run needs of a client. */
export interface RunClient extends BatchReader {
  usage(options: CallOptions): Promise<Usage>;
  batch(
    files: Source[], options: CallOptions & { documentType?: RequestedType; idempotencyKey?: string },
  ): Promise<Batch>;
}

/** SHA-256, as lower-case hexadecimal. */
export type Hash = (content: Uint8Array) => Promise<string>;

// Bounds of a batch. What a batch holds must not depend on the plan, or an upgrade in the middle would change every
// key: large files travel alone instead.
const chunkFiles = 100;
const chunkBytes = 32 << 20;
const aloneBytes = 4 << 20; // below the smallest plan's limit
// A file whose hash is below ends its batch, one of 64: batches after a change find their old borders again.
const cutBelow = "04";
// How often a batch is tried: a service that has no room for minutes is no reason to give up a thousand files.
const rounds = 5;

interface HashedFile {
  index: number;
  name: string;
  blob: Blob;
  sum: string;
}

/** Sends files that are at hand. */
export function runOf(client: RunClient, sources: Source[], options: RunOptions): Promise<FileResult[]> {
  const files = sources.map((source) => {
    const blob = blobOf(source);
    return { path: nameOf(source), name: nameOf(source), size: blob.size, open: async () => blob };
  });
  return new Run(client, files, options, webHash).all();
}

/** Without a secure context browsers have no SHA-256; runs then cannot be gone on with. */
async function webHash(content: Uint8Array): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return Array.from({ length: 4 }, () => Math.random().toString(16).slice(2).padEnd(16, "0")).join("").slice(0, 64);
  return hex(new Uint8Array(await subtle.digest("SHA-256", content as BufferSource)));
}

/** Lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One run. */
export class Run {
  readonly #results: FileResult[];
  #ended = 0;
  #error: { cause: unknown } | undefined;
  #maxFile = 0;

  constructor(
    readonly client: RunClient, readonly files: RunFile[], readonly options: RunOptions, readonly hash: Hash,
  ) {
    this.#results = files.map(({ path }) => ({ path }));
  }

  /** Sends all; RunError after the first error. */
  async all(): Promise<FileResult[]> {
    this.#maxFile = (await this.client.usage(this.options)).maxFileSize;
    const chunks = this.#cut();
    const work = async () => {
      try {
        // Calls of an asynchronous generator wait for each other.
        for (let next = await chunks.next(); !next.done && !this.#error; next = await chunks.next()) {
          await this.#send(next.value);
        }
      } catch (cause) {
        this.#error ??= { cause };
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, this.options.concurrency ?? 2) }, work));
    if (this.#error) throw new RunError(this.#error.cause, this.#results);
    return this.#results;
  }

  /** Sends a batch and watches it to its end. after: the batch whose refused files these are. */
  async #send(chunk: HashedFile[], after = ""): Promise<void> {
    const batch = await this.#sendOnce(chunk, await this.#key(chunk, after));
    if (batch.results.length !== chunk.length) {
      throw new DocmillError(`Batch ${batch.id} has ${batch.results.length} entries for ${chunk.length} files.`);
    }
    // An earlier run sent these when the month was full.
    const again = chunk.filter((_, i) => batch.replayed && batch.results[i]?.code === "QUOTA_EXCEEDED");
    const see = (seen: Batch) => {
      if (this.#error) throw this.#error.cause; // the others are watched no longer
      chunk.forEach((file, i) => {
        const entry = seen.results[i];
        if (entry && !again.includes(file)) this.#report(file.index, entry);
      });
    };
    await waitForBatch(this.client, batch, { progress: see, signal: this.options.signal });
    if (again.length > 0) await this.#send(again, batch.id);
  }

  async #sendOnce(chunk: HashedFile[], idempotencyKey: string): Promise<Batch> {
    const sources = chunk.map(({ name, blob }) => ({ name, content: blob }));
    const { documentType, signal } = this.options;
    for (let round = 1; ; round++) {
      try {
        return await this.client.batch(sources, { ...(documentType ? { documentType } : {}), idempotencyKey, signal });
      } catch (error) {
        if (!(error instanceof DocmillError)) throw error;
        if (error.code === "QUOTA_EXCEEDED") chunk.forEach((file) => this.#report(file.index, rejection(error)));
        const isBusy = error.code === "RATE_LIMITED" || [502, 503, 504].includes(error.status ?? 0);
        if (!isBusy || round === rounds) throw error;
      }
    }
  }

  /** Keeps the result of a file and tells of it when its status is new. */
  #report(index: number, { status, id, code, error }: Partial<BatchEntry>): void {
    const known = this.#results[index];
    if (!known || !status || known.status === status) return;
    const file: FileResult = { path: known.path, status };
    if (id !== undefined) file.id = id;
    if (code !== undefined) file.code = code;
    if (error !== undefined) file.error = error;
    this.#results[index] = file;
    if (status !== "queued" && status !== "processing") this.#ended++;
    this.options.progress?.({ file, ended: this.#ended, total: this.#results.length });
  }

  /** Reads every file once. Those that cannot be sent are reported and left out. */
  async *#cut(): AsyncGenerator<HashedFile[], void, void> {
    let chunk: HashedFile[] = [];
    let size = 0;
    for (const [index, file] of this.files.entries()) {
      let hashed: HashedFile;
      try {
        hashed = await this.#inspect(index, file);
      } catch (error) {
        this.#report(index, rejection(error));
        continue;
      }
      if (hashed.blob.size > aloneBytes) {
        yield [hashed];
        continue;
      }
      if (chunk.length > 0 && size + hashed.blob.size > chunkBytes) {
        yield chunk;
        [chunk, size] = [[], 0];
      }
      chunk.push(hashed);
      size += hashed.blob.size;
      if (chunk.length === chunkFiles || hashed.sum.slice(0, 2) < cutBelow) {
        yield chunk;
        [chunk, size] = [[], 0];
      }
    }
    if (chunk.length > 0) yield chunk;
  }

  /** The hash of a file. One that the plan does not allow is not read at all. */
  async #inspect(index: number, file: RunFile): Promise<HashedFile> {
    if (file.size > this.#maxFile) {
      const code: Code = "FILE_TOO_LARGE";
      throw new DocmillError(`The file has ${file.size} bytes and the plan allows ${this.#maxFile}.`, { code });
    }
    const blob = await file.open();
    return { index, name: file.name, blob, sum: await this.hash(new Uint8Array(await blob.arrayBuffer())) };
  }

  /**
   * Names a batch by what it holds: two have the same key only if they hold the same files at the same paths, in the
   * same run.
   */
  async #key(chunk: HashedFile[], after: string): Promise<string> {
    const about = chunk.map(({ index, sum }) => [this.files[index]?.path, sum]);
    const text = JSON.stringify([this.options.run ?? "", this.options.documentType ?? "", after, about]);
    return `run-${await this.hash(new TextEncoder().encode(text))}`;
  }
}

/** The result of a file that was not taken, but for its path. */
function rejection(error: unknown): Partial<BatchEntry> {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof DocmillError ? error.code : undefined;
  return { status: "rejected", error: message, ...(code === undefined ? {} : { code }) };
}
