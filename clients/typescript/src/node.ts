// What needs Node.js: paths, folders, and files to write.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FileResult } from "./batches.js";
import type { Client } from "./client.js";
import { Run, type RunFile, type RunOptions } from "./run.js";
import type { NamedContent } from "./source.js";

/** Options of batchFolder. */
export interface FolderOptions extends RunOptions {
  /**
   * Chooses files by their path below the folder, with slashes; undefined leaves out those with an element that
   * begins with a dot. Symbolic links are not followed.
   */
  match?: (path: string) => boolean;
}

/** The file at a path, for extract and batch. It must not change while it is sent. */
export async function fromPath(path: string): Promise<NamedContent> {
  return { name: basename(path), content: await blobAt(path) };
}

/**
 * Sends all files below a folder, however many, as Client.batchFiles does, and gives what became of each, in the order
 * of their paths. The call can be made again after a crash or an error, for 24 hours, and then goes on where it was.
 */
export async function batchFolder(client: Client, folder: string, options: FolderOptions = {}): Promise<FileResult[]> {
  const files: RunFile[] = [];
  for await (const path of filesBelow(folder)) {
    if (!(options.match ?? isVisible)(path)) continue;
    const at = join(folder, path);
    files.push({ path, name: basename(path), size: (await stat(at)).size, open: () => blobAt(at) });
  }
  return new Run(client, files, options, sha256).all();
}

/**
 * Writes a stream, such as an export or the body of a download, to a path, which has the whole of it or is not
 * touched.
 */
export async function saveTo(path: string, stream: ReadableStream<Uint8Array>): Promise<void> {
  const folder = await mkdtemp(join(dirname(path), ".docmill-"));
  const beside = join(folder, "part");
  const reader = stream.getReader();
  try {
    const file = await open(beside, "w");
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) await file.writeFile(next.value);
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } finally {
    await reader.cancel().catch(() => {}); // it may have broken, which was told
    await rm(folder, { recursive: true, force: true });
  }
}

/** Regular files, by their paths below the folder with slashes, those of each folder in the order of their names. */
async function* filesBelow(folder: string, below = ""): AsyncGenerator<string, void, undefined> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* filesBelow(folder, path);
    else if (entry.isFile()) yield path;
  }
}

function isVisible(path: string): boolean {
  return !/(^|\/)\./.test(path);
}

/** Node.js 18 reads the file into memory. */
async function blobAt(path: string): Promise<Blob> {
  return fs.openAsBlob ? fs.openAsBlob(path) : new Blob([(await readFile(path)) as BlobPart]);
}

async function sha256(content: Uint8Array): Promise<string> {
  return createHash("sha256").update(content).digest("hex");
}
