// What the examples need of Node.js, for machines without @types/node.
declare const process: {
  argv: string[];
  env: Record<string, string | undefined>;
  stdout: { write(chunk: Uint8Array): boolean };
};
declare module "node:crypto" {
  export function createHash(algorithm: string): {
    update(data: Uint8Array): { digest(encoding: "hex"): string };
  };
}
declare module "node:fs/promises" {
  export function readFile(path: string): Promise<Uint8Array>;
}
declare module "node:path" {
  export function basename(path: string): string;
}
