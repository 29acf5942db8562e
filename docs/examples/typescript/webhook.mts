// webhook: receives deliveries on 127.0.0.1:$PORT, behind a proxy that speaks https.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

createServer(async (request, response) => {
  const body: Uint8Array[] = [];
  for await (const chunk of request) body.push(chunk);
  const hmac = createHmac("sha256", process.env.DOCMILL_WEBHOOK_SECRET ?? "");
  for (const chunk of body) hmac.update(chunk);
  const [want, got] = [hmac.digest("hex"), request.headers["x-service-signature"] ?? ""].map((s) => new TextEncoder().encode(s));
  const genuine = want.length === got.length && timingSafeEqual(want, got);
  response.writeHead(genuine ? 204 : 401).end();
  if (genuine) console.log(request.headers["x-service-event"], request.headers["x-service-delivery"]);
}).listen(Number(process.env.PORT), "127.0.0.1");
