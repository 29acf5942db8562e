// correct ID: says that the total is another, and prints what is known of it.
import { call } from "./docmill.mjs";

const correction = JSON.stringify({ data: { total: "120.00" } });
const answer = await call("PATCH", `/api/v1/documents/${process.argv[2]}`, correction, { "Content-Type": "application/json" });
const { total } = (await answer.json()).fields;
console.log(`${total.value} by ${total.source}, was ${total.original.value}`);
