// webhook: receives deliveries on 127.0.0.1:$PORT, behind a proxy with TLS.
import { createServer } from "node:http";
import { WebhookVerifier } from "docmill/webhook";

const verifier = new WebhookVerifier(process.env.DOCMILL_WEBHOOK_SECRET ?? "");
const listener = verifier.listener(({ event, id }) => console.log(event, id)); // may come more than once: id
createServer(listener).listen(Number(process.env.PORT), "127.0.0.1");
