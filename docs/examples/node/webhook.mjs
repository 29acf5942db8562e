// webhook.mjs: receives deliveries on 127.0.0.1:$PORT, behind a proxy with TLS.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray().catch(() => [])); // empty if the sender disconnected
  const want = createHmac("sha256", process.env.DOCMILL_WEBHOOK_SECRET).update(body).digest();
  const got = Buffer.from(request.headers["x-service-signature"] ?? "", "hex");
  const genuine = got.length === want.length && timingSafeEqual(got, want);
  response.writeHead(genuine ? 204 : 401).end();
}).listen(process.env.PORT, "127.0.0.1");
