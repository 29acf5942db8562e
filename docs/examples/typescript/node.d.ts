// What the examples need of Node.js, for machines without @types/node.
declare const process: {
  argv: string[];
  env: Record<string, string | undefined>;
  exitCode: number | undefined;
  stdout: { write(chunk: Uint8Array): boolean };
};
declare module "node:crypto" {
  export function createHash(algorithm: string): {
    update(data: Uint8Array): { digest(encoding: "hex"): string };
  };
}
declare module "node:http" {
  interface Request extends AsyncIterable<Uint8Array> { method?: string; headers: Record<string, string | string[] | undefined> }
  interface Response { writeHead(status: number): Response; end(): void }
  export function createServer(listener: (request: Request, response: Response) => void): { listen(port: number, host: string): void };
}
declare module "node:fs/promises" {
  export function readFile(path: string): Promise<Uint8Array>;
}
