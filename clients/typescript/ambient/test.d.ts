// What the tests need of Node.js. Not published.
declare module "node:test" {
  interface Context {
    after(f: () => unknown): void;
  }
  export function test(name: string, f: (t: Context) => unknown): void;
}
declare module "node:assert/strict" {
  interface Assert {
    equal(got: unknown, want: unknown, message?: string): void;
    notEqual(got: unknown, want: unknown, message?: string): void;
    deepEqual(got: unknown, want: unknown, message?: string): void;
    ok(value: unknown, message?: string): asserts value;
    rejects(promise: Promise<unknown> | (() => Promise<unknown>), error: object | ((e: any) => boolean)): Promise<void>;
    throws(f: () => unknown, error?: object): void;
    match(got: string, want: RegExp): void;
  }
  const assert: Assert;
  export default assert;
}
declare module "node:crypto" {
  interface Hmac {
    update(data: Uint8Array): Hmac;
    digest(encoding: "hex" | "base64"): string;
  }
  export function createHmac(algorithm: string, key: string | Uint8Array): Hmac;
}
declare module "node:os" {
  export function tmpdir(): string;
}
declare module "node:fs/promises" {
  export function mkdir(path: string, options: { recursive: boolean }): Promise<void>;
  export function writeFile(path: string, data: string | Uint8Array): Promise<void>;
  export function copyFile(from: string, to: string): Promise<void>;
}
declare const process: { env: { [name: string]: string | undefined } };
