// Distinguishes deliveries of docmill from what others send. Webhooks are planned and not live.

/** A request that is no delivery of docmill, or no fresh one: answer it 401. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

/** A delivery that was verified. */
export interface WebhookDelivery {
  /** The same however often it comes. */
  id: string;
  /** extraction.completed … */
  event: string;
  /** Somebody asked for it; its data is made up. */
  test: boolean;
  /** JSON: event, timestamp and data. */
  body: Uint8Array;
}

/** Headers as fetch or node:http gives them. */
export type WebhookHeaders = Headers | { [name: string]: string | string[] | undefined };

/** Takes a delivery; what it throws has the delivery come again. */
export type Receive = (delivery: WebhookDelivery) => unknown;

/** What listener needs of a request of node:http. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  headers: { [name: string]: string | string[] | undefined };
}

/** What listener needs of a response of node:http. */
export interface NodeResponse {
  writeHead(status: number): { end(): unknown };
}

/** Bytes of a delivery that are read; those of docmill are smaller. */
const maxBody = 1 << 20;

/** Seconds that a delivery may be old, or the sender's clock ahead, by the time that is signed with it. */
const tolerance = 300;

/** Verifies deliveries, over HMAC-SHA-256 of Web Crypto. */
export class WebhookVerifier {
  readonly #secrets: string[];
  readonly #now: () => number;

  /**
   * secrets: as they were shown when the webhook was made (whsec_…). One is enough; while a secret is being changed,
   * give the old one and the new.
   */
  constructor(secrets: string | string[], now: () => number = Date.now) {
    this.#secrets = typeof secrets === "string" ? [secrets] : secrets;
    if (this.#secrets.length === 0 || this.#secrets.includes("")) throw new TypeError("a verifier needs a secret");
    this.#now = now;
  }

  /**
   * Checks the signatures of a request, in constant time, over its body as it was read, byte for byte:
   * X-Service-Signature, and the one of Standard Webhooks, which holds the time and so keeps old deliveries from being
   * played again.
   */
  async verify(headers: WebhookHeaders, body: Uint8Array): Promise<WebhookDelivery> {
    const header = reader(headers);
    for (const secret of this.#secrets) {
      if (!(await isSigned(secret, header, body))) continue;
      this.#checkTime(header("webhook-timestamp"));
      return {
        id: header("x-service-delivery"), event: header("x-service-event"), test: header("x-service-test") !== "", body,
      };
    }
    throw new WebhookSignatureError("no signature of a known secret");
  }

  /**
   * A listener for createServer of node:http that gives deliveries that were verified to receive, perhaps more than
   * once each: their id tells. It answers 204 when receive did and 500, after which the delivery comes again, when it
   * failed; 401 to what was not verified and 405 to what is no POST.
   */
  listener(receive: Receive): (request: NodeRequest, response: NodeResponse) => Promise<void> {
    return async (request, response) => {
      const body = await read(request).catch(() => undefined); // nothing where the sender went away
      response.writeHead(await this.#answer(request.method, request.headers, body, receive)).end();
    };
  }

  /** listener for servers that speak fetch, such as workers: takes a Request and gives the Response. */
  handler(receive: Receive): (request: Request) => Promise<Response> {
    return async (request) => {
      const body = request.body ? await read(piecesOf(request.body)).catch(() => undefined) : new Uint8Array();
      return new Response(null, { status: await this.#answer(request.method, request.headers, body, receive) });
    };
  }

  async #answer(
    method: string | undefined, headers: WebhookHeaders, body: Uint8Array | undefined, receive: Receive,
  ): Promise<number> {
    if (method !== "POST") return 405;
    if (!body) return 401;
    let delivery: WebhookDelivery;
    try {
      delivery = await this.verify(headers, body);
    } catch {
      return 401;
    }
    try {
      await receive(delivery);
      return 204;
    } catch (error) {
      console.error(`delivery ${delivery.id} was not received:`, error);
      return 500;
    }
  }

  #checkTime(sent: string): void {
    if (!/^[0-9]+$/.test(sent)) throw new WebhookSignatureError("no time");
    const age = this.#now() / 1000 - Number(sent);
    if (Math.abs(age) > tolerance) throw new WebhookSignatureError(`sent ${Math.round(age)} seconds ago`);
  }
}

/** The whole body, undefined when it is too long. */
async function read(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  let body: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    if (body.length + piece.length > maxBody) return undefined;
    body = join(body, piece);
  }
  return body;
}

/** Not all browsers iterate over streams. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

type Header = (name: string) => string;

function reader(headers: WebhookHeaders): Header {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? "";
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [known.get(name) ?? ""].flat()[0] ?? "";
}

async function isSigned(secret: string, header: Header, body: Uint8Array): Promise<boolean> {
  const plain = await verifierOf(new TextEncoder().encode(secret), body);
  const own = [header("x-service-signature"), header("x-service-signature-previous")];
  if (!(await isOneValid(plain, own.map(fromHex)))) return false;
  const key = fromBase64(secret.replace(/^whsec_/, ""));
  if (!key) return false;
  const about = new TextEncoder().encode(`${header("x-service-delivery")}.${header("webhook-timestamp")}.`);
  const standard = await verifierOf(key, join(about, body));
  const signatures = header("webhook-signature").split(/\s+/).filter((one) => one.startsWith("v1,"));
  return isOneValid(standard, signatures.map((one) => fromBase64(one.slice(3))));
}

/** Tells whether a signature is that of a message; Web Crypto compares in constant time. */
type Verifier = (signature: Uint8Array) => Promise<boolean>;

async function verifierOf(key: Uint8Array, message: Uint8Array): Promise<Verifier> {
  const { subtle } = await webCrypto();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", key as BufferSource, algorithm, false, ["verify"]);
  return (signature) => subtle.verify("HMAC", imported, signature as BufferSource, message as BufferSource);
}

async function isOneValid(verify: Verifier, signatures: (Uint8Array | undefined)[]): Promise<boolean> {
  let valid = false;
  for (const signature of signatures) if (signature && (await verify(signature))) valid = true;
  return valid;
}

/** Node.js 18 has it as a module only. */
async function webCrypto(): Promise<Crypto> {
  return globalThis.crypto ?? ((await import("node:crypto")).webcrypto as unknown as Crypto);
}

function fromHex(text: string): Uint8Array | undefined {
  if (!/^([0-9a-fA-F]{2})+$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
