// The client of a docmill service.
import type { DocumentType, NewKey, SavedType, Usage, Webhook } from "./account.js";
import type { Batch, FileResult } from "./batches.js";
import { defaultRetries, keepOpen, perform, readJson, type Call, type RetryPolicy, type Service } from "./call.js";
import { ConnectionFailedError } from "./errors.js";
import type { Layout, LayoutPage, LayoutSummary } from "./layouts.js";
import { linesOf } from "./lines.js";
import type { DocumentRecord, Download, Filter, Page, PageWords, RequestedType } from "./records.js";
import { hasEnded } from "./records.js";
import { remove } from "./remove.js";
import { get, maxWait, once, pathOf, paths, preferring, queryOf, seconds, send, upload, type CallOptions } from "./requests.js";
import { runOf, type RunOptions } from "./run.js";
import { serviceOf, type ClientOptions } from "./service.js";
import type { Source } from "./source.js";
import { Deadline, waitForBatch, waitForDocument } from "./wait.js";

/** Options of extract and rerun. */
export interface ExtractOptions extends CallOptions {
  /** Undefined lets the service find it; of rerun: the one asked for before. */
  documentType?: RequestedType;
  /** Seconds up to 60; 0 answers as soon as the file is taken in, undefined after 10 at most. */
  wait?: number;
  /**
   * Makes calls one, for 24 hours. One is made for each call, which covers its repetitions; one of your own also
   * covers a crash and a new start.
   */
  idempotencyKey?: string;
}

/** What a person says of a document, done in this order, as a whole or not at all. */
export interface Change {
  /** Paths whose corrections are undone. */
  revert?: string[];
  /** Right values by path, null for "not on the document"; or all rows of a list by its name. */
  data?: { [path: string]: string | null | ({ [name: string]: string | null } | string)[] };
  /** Paths of values that are not said to be right any more. */
  unconfirm?: string[];
  /** Paths of values that are right as they stand. */
  confirm?: string[];
  /** Marks the document as looked at, or takes the mark away. */
  reviewed?: boolean;
}

/**
 * Speaks to one service with one API key.
 *
 *     const docmill = new Client({ baseUrl: "http://127.0.0.1:8080", apiKey });
 *     const record = await docmill.extract({ name: "invoice.pdf", content });
 *
 * Calls that the service could not take, or that got no answer, are made again a bounded number of times; those that
 * make something, under an idempotency key, so that a file is never taken in, nor charged, twice. Refusals are
 * DocmillError.
 */
export class Client {
  readonly #service: Service;

  constructor(options: ClientOptions) {
    this.#service = serviceOf(options);
  }

  // Documents

  /**
   * Sends a file and gives its record: with its end when that came within the wait, else as far as it got; waitFor
   * waits on. A document that could not be read is a record whose status is failed, and no error (see completed).
   * schema: a JSON Schema of fields to find beside the type's own, at most 64 KB.
   */
  async extract(file: Source, options: ExtractOptions & { schema?: string | object } = {}): Promise<DocumentRecord> {
    const { documentType: document_type, schema } = options;
    const fields = { document_type, schema: typeof schema === "object" ? JSON.stringify(schema) : schema };
    const call = once(upload(paths.extract, "file", [file], fields, options), options.idempotencyKey);
    return this.#record(preferring(call, options.wait));
  }

  /** The record as it is now, or once it has ended within so many seconds (wait, up to 60). */
  async document(id: string, options: CallOptions & { wait?: number } = {}): Promise<DocumentRecord> {
    const { wait = 0 } = options;
    const query: { [name: string]: string } = wait > 0 ? { wait: seconds(wait) } : {};
    return this.#record({ ...get(pathOf(paths.documents, id), query, options), wait: Math.min(wait, maxWait) });
  }

  /**
   * The record once the document, given by its id or record, has ended, completed or failed. It asks with long polls,
   * and so learns of the end at once. timeout: seconds, then TimeoutError.
   */
  async waitFor(document: string | DocumentRecord, options: CallOptions & { timeout?: number } = {}) {
    if (typeof document !== "string" && hasEnded(document)) return document;
    const id = typeof document === "string" ? document : document.id;
    const deadline = new Deadline(options.timeout, `document ${id}`);
    return waitForDocument((wait) => this.document(id, { ...options, wait }), deadline, options.signal);
  }

  /**
   * Keeps what a person says of a completed document and gives the record as it then is. ifMatch: the etag of the
   * record that was looked at; PRECONDITION_FAILED where it has changed.
   */
  async correct(id: string, change: Change, options: CallOptions & { ifMatch?: string } = {}): Promise<DocumentRecord> {
    const call = send("PATCH", pathOf(paths.documents, id), change, options);
    // To say the same twice changes nothing, but a tag matches once only.
    if (options.ifMatch === undefined) return this.#record({ ...call, repeatable: true });
    return this.#record({ ...call, headers: { ...call.headers, "If-Match": options.ifMatch } });
  }

  /** Makes a new document of the bytes of one that is here, and gives its record as extract does; the old one stays. */
  async rerun(id: string, options: ExtractOptions = {}): Promise<DocumentRecord> {
    const body = options.documentType ? { document_type: options.documentType } : {};
    const call = once(send("POST", `${pathOf(paths.documents, id)}/rerun`, body, options), options.idempotencyKey);
    return this.#record(preferring(call, options.wait));
  }

  /** Erases a document and everything made of it, at any state, for good. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await remove(this.#service, { ...get(pathOf(paths.documents, id), {}, options), method: "DELETE" });
  }

  /** The file as it was sent. */
  async file(id: string, options: CallOptions = {}): Promise<Download> {
    return this.#download(get(`${pathOf(paths.documents, id)}/file`, {}, options), "*/*");
  }

  /** A page, counted from 1, as a PNG picture; width: pixels, 16 to 2400 (1000). */
  async pageImage(id: string, page = 1, options: CallOptions & { width?: number } = {}): Promise<Download> {
    const query: { [name: string]: string } = options.width ? { width: String(options.width) } : {};
    return this.#download(get(`${pathOf(paths.documents, id)}/pages/${page}.png`, query, options), "image/png");
  }

  /**
   * The words of a page, counted from 1, and where each stands. A scan is recognised when it is asked for the first
   * time, which takes some seconds.
   */
  async pageWords(id: string, page = 1, options: CallOptions = {}): Promise<PageWords> {
    return this.#json(get(`${pathOf(paths.documents, id)}/pages/${page}/words`, {}, options));
  }

  // Lists and exports

  /** All documents, newest first, read page by page. Records come without fields. */
  documents(filter?: Filter, options?: CallOptions): AsyncGenerator<DocumentRecord, void, undefined> {
    return this.#list((page) => this.documentsPage(filter, { ...options, ...page }));
  }

  /** documents of those that have ended. */
  results(filter?: Filter, options?: CallOptions): AsyncGenerator<DocumentRecord, void, undefined> {
    return this.#list((page) => this.resultsPage(filter, { ...options, ...page }));
  }

  /** One page of all documents. */
  async documentsPage(filter?: Filter, options: PageOptions = {}): Promise<Page> {
    return this.#page(paths.documents, filter, options);
  }

  /** documentsPage of those that have ended. */
  async resultsPage(filter?: Filter, options: PageOptions = {}): Promise<Page> {
    return this.#page(paths.results, filter, options);
  }

  /**
   * The whole selection of ended documents, newest first, in one answer that is read as it arrives. Records come
   * without fields.
   */
  async *exportRecords(filter?: Filter, options?: CallOptions): AsyncGenerator<DocumentRecord, void, undefined> {
    for await (const line of linesOf(await this.exportNdjson(filter, options))) yield JSON.parse(line);
  }

  /** Ended documents, one record in each line, as a stream; saveTo of docmill/node writes it to a file. */
  async exportNdjson(filter?: Filter, options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
    return this.#export("application/x-ndjson", filter, options);
  }

  /** exportNdjson as CSV (RFC 4180), a header line first; bom: a byte order mark, for spreadsheets. */
  async exportCsv(filter?: Filter, options?: CallOptions & { bom?: boolean }): Promise<ReadableStream<Uint8Array>> {
    return this.#export(options?.bom ? "text/csv; bom=1" : "text/csv", filter, options);
  }

  /** exportNdjson as a workbook: sheets of documents, of their line items and of transactions. */
  async exportXlsx(filter?: Filter, options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
    return this.#export("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", filter, options);
  }

  // Batches

  /**
   * Sends up to 100 files in one call, which is answered once all have arrived; waitForBatch tells what becomes of
   * them. A file that is refused is an entry whose status is rejected, and no error.
   */
  async batch(
    files: Source[], options: CallOptions & { documentType?: RequestedType; idempotencyKey?: string } = {},
  ): Promise<Batch> {
    if (files.length < 1 || files.length > maxBatchFiles) {
      throw new RangeError(`a batch has 1 to ${maxBatchFiles} files, not ${files.length}; batchFiles takes more`);
    }
    const call = upload(paths.batches, "files", files, { document_type: options.documentType }, options);
    return perform(this.#service, once(call, options.idempotencyKey), async (answer) => {
      const batch: Batch = await readJson(answer);
      return { ...batch, replayed: isReplayed(answer) };
    });
  }

  /** A batch as it is now. */
  async batchStatus(id: string, options: CallOptions = {}): Promise<Batch> {
    return this.#json(get(pathOf(paths.batches, id), {}, options));
  }

  /**
   * The batch once all its documents have ended. progress is told of each state that is seen; timeout: seconds, then
   * TimeoutError.
   */
  async waitForBatch(
    batch: string | Batch, options: CallOptions & { timeout?: number; progress?: (batch: Batch) => void } = {},
  ): Promise<Batch> {
    const known = typeof batch === "string" ? await this.batchStatus(batch, options) : batch;
    return waitForBatch(this, known, options);
  }

  /**
   * Sends files of any number, in batches, waits for them and gives what became of each, in their order. A file that
   * is refused is a result and no error. After an error (RunError, with the results so far) the call can be made
   * again, for 24 hours, and goes on where it was: each batch has an idempotency key made of the names and contents of
   * its files. batchFolder of docmill/node takes a folder.
   */
  async batchFiles(files: Source[], options: RunOptions = {}): Promise<FileResult[]> {
    return runOf(this, files, options);
  }

  // Layouts

  /** What corrections taught, newest first, read page by page; layout gives the whole of one. */
  layouts(options?: CallOptions): AsyncGenerator<LayoutSummary, void, undefined> {
    return this.#list((page) => this.layoutsPage({ ...options, ...page }));
  }

  /** One page of the layouts. */
  async layoutsPage(options: PageOptions = {}): Promise<LayoutPage> {
    return this.#page(paths.layouts, undefined, options);
  }

  /** One layout, with its fields and the documents that taught it. */
  async layout(id: string, options: CallOptions = {}): Promise<Layout> {
    return this.#json(get(pathOf(paths.layouts, id), {}, options));
  }

  /** Has documents read by a layout, or not any more, and gives it as it then is. It is taught in either case. */
  async enableLayout(id: string, enabled: boolean, options: CallOptions = {}): Promise<Layout> {
    return this.#json({ ...send("PATCH", pathOf(paths.layouts, id), { enabled }, options), repeatable: true });
  }

  /** Removes what a layout was taught. Documents and records stay; what people say of documents later teaches anew. */
  async forgetLayout(id: string, options: CallOptions = {}): Promise<void> {
    await remove(this.#service, { ...get(pathOf(paths.layouts, id), {}, options), method: "DELETE" });
  }

  // Account

  /** Plan, limits and what is left of them. */
  async usage(options: CallOptions = {}): Promise<Usage> {
    return this.#json(get(paths.usage, {}, options));
  }

  /** The built-in document types and the latest versions of the saved ones. */
  async documentTypes(options: CallOptions = {}): Promise<DocumentType[]> {
    return (await this.#json(get(paths.documentTypes, {}, options))).items;
  }

  /** A saved document type in its latest version, or in another one. */
  async documentType(name: string, options: CallOptions & { version?: number } = {}): Promise<SavedType> {
    const query: { [name: string]: string } = options.version === undefined ? {} : { version: String(options.version) };
    return this.#json(get(pathOf(paths.documentTypes, name), query, options));
  }

  /** Saves a document type with a JSON Schema of its fields. A name in use is INVALID_STATE. The call is not repeated. */
  async createDocumentType(
    name: string, schema: object, options: CallOptions & { title?: string } = {},
  ): Promise<SavedType> {
    return this.#json(send("POST", paths.documentTypes, { name, title: options.title, schema }, options));
  }

  /** Adds a version to a saved type, unless title and schema are those of the latest one. */
  async changeDocumentType(
    name: string, schema: object, options: CallOptions & { title?: string } = {},
  ): Promise<SavedType> {
    const call = send("PUT", pathOf(paths.documentTypes, name), { title: options.title, schema }, options);
    return this.#json({ ...call, repeatable: true });
  }

  /** Deletes a saved type with all its versions. Its documents stay as they are. */
  async deleteDocumentType(name: string, options: CallOptions = {}): Promise<void> {
    await remove(this.#service, { ...get(pathOf(paths.documentTypes, name), {}, options), method: "DELETE" });
  }

  /**
   * Another key of the account (name: 1 to 100 characters; expiresInDays: 1 to 3650, undefined for never). The call
   * is not repeated: a key whose answer was lost would stay, unknown to anybody.
   */
  async createKey(name: string, options: CallOptions & { expiresInDays?: number } = {}): Promise<NewKey> {
    return this.#json(send("POST", paths.register, { name, expiresInDays: options.expiresInDays }, options));
  }

  /**
   * Makes a new account and gives its first key, where the service lets anybody do so; elsewhere it fails with
   * AUTH_MISSING. The call is not repeated.
   */
  static async register(options: Omit<ClientOptions, "apiKey"> & CallOptions, name: string): Promise<NewKey> {
    return perform(serviceOf(options), send("POST", paths.register, { name }, options), readJson);
  }

  /**
   * Asks for deliveries of events to an https address. As long as webhooks are not live it fails with
   * WEBHOOKS_NOT_AVAILABLE. The call is not repeated.
   */
  async registerWebhook(url: string, events: string[], options: CallOptions = {}): Promise<Webhook> {
    return this.#json(send("POST", paths.webhooks, { url, events }, options));
  }

  /** The account's subscriptions. */
  async webhooks(options: CallOptions = {}): Promise<Webhook[]> {
    return (await this.#json(get(paths.webhooks, {}, options))).items;
  }

  /** Removes a subscription. */
  async deleteWebhook(id: string, options: CallOptions = {}): Promise<void> {
    await remove(this.#service, { ...get(paths.webhooks, { id }, options), method: "DELETE" });
  }

  // What calls share

  #json(call: Call): Promise<any> {
    return perform(this.#service, call, readJson);
  }

  #record(call: Call): Promise<DocumentRecord> {
    return perform(this.#service, call, async (answer) => {
      const record: DocumentRecord = await readJson(answer);
      const etag = answer.headers.get("ETag");
      return { ...record, replayed: isReplayed(answer), ...(etag === null ? {} : { etag }) };
    });
  }

  #page(path: string, filter: Filter | undefined, options: PageOptions): Promise<any> {
    const query = queryOf(filter);
    if (options.limit !== undefined) query.limit = String(options.limit);
    if (options.cursor) query.cursor = options.cursor;
    return this.#json(get(path, query, options));
  }

  async *#list<T>(
    read: (page: PageOptions) => Promise<{ items: T[]; nextCursor: string | null }>,
  ): AsyncGenerator<T, void, undefined> {
    let cursor: string | null | undefined;
    do {
      // As many as it may be, for each page counts against the rate.
      const page = await read({ limit: 100, ...(cursor ? { cursor } : {}) });
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor);
  }

  async #export(Accept: string, filter?: Filter, options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
    return (await this.#download(get(paths.results, queryOf(filter), options), Accept)).body;
  }

  async #download(call: Call, Accept: string): Promise<Download> {
    const answer = await perform(this.#service, { ...call, headers: { Accept }, stream: true }, keepOpen);
    if (!answer.body) throw new ConnectionFailedError("The answer has no body");
    const length = answer.headers.get("Content-Length");
    return {
      name: fileNameOf(answer.headers.get("Content-Disposition")),
      mimeType: answer.headers.get("Content-Type") ?? "",
      size: length === null ? undefined : Number(length),
      body: answer.body,
    };
  }
}

/** Files that one batch may have. */
export const maxBatchFiles = 100;

/** Which part of a list: at most limit records (1 to 100; 20), from cursor (nextCursor of the page before) on. */
export interface PageOptions extends CallOptions {
  limit?: number;
  cursor?: string;
}

export type { ClientOptions, RetryPolicy };
export { defaultRetries };

function isReplayed(answer: Response): boolean {
  return answer.headers.get("Idempotency-Replayed") === "true";
}

/** The name that an attachment has (RFC 6266), the encoded form first. */
function fileNameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=(?:UTF-8|utf-8)''([^;]+)/)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const quoted = disposition?.match(/filename="((?:[^"\\]|\\.)*)"/)?.[1];
  return quoted?.replace(/\\(.)/g, "$1") ?? disposition?.match(/filename=([^;"\s]+)/)?.[1];
}
