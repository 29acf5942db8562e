// Files to send.

/** A file with the name that records shall call it. */
export interface NamedContent {
  name: string;
  content: Blob | Uint8Array | ArrayBuffer;
}

/** A File or Blob of the browser or of Node.js, or bytes with a name; fromPath of docmill/node opens paths. */
export type Source = Blob | NamedContent;

/** What a source is called. */
export function nameOf(source: Source): string {
  return ("name" in source && (source as NamedContent).name) || "document";
}

/** What a source holds, so that it can be read as often as a call is repeated. */
export function blobOf(source: Source): Blob {
  const content = source instanceof Blob ? source : source.content;
  return content instanceof Blob ? content : new Blob([content as BlobPart]);
}
