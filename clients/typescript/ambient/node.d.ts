// What the package needs of Node.js, so that it compiles on machines without @types/node. Not published.
declare module "node:crypto" {
  export function createHash(algorithm: string): {
    update(data: Uint8Array): { digest(encoding: "hex"): string };
  };
  export const webcrypto: unknown;
}
declare module "node:fs" {
  export const openAsBlob: undefined | ((path: string) => Promise<Blob>);
}
declare module "node:fs/promises" {
  interface Entry { name: string; isDirectory(): boolean; isFile(): boolean }
  interface Handle { writeFile(data: Uint8Array): Promise<void>; close(): Promise<void> }
  export function mkdtemp(prefix: string): Promise<string>;
  export function open(path: string, flags: string): Promise<Handle>;
  export function readdir(path: string, options: { withFileTypes: true }): Promise<Entry[]>;
  export function readFile(path: string): Promise<Uint8Array>;
  export function rename(from: string, to: string): Promise<void>;
  export function rm(path: string, options: { recursive?: boolean; force?: boolean }): Promise<void>;
  export function stat(path: string): Promise<{ size: number }>;
}
declare module "node:path" {
  export function basename(path: string): string;
  export function dirname(path: string): string;
  export function join(...parts: string[]): string;
}
