// export: prints all invoices that were read well, as CSV, while they arrive.
import { call } from "./docmill.mjs";

const answer = await call("GET", "/api/v1/results?document_type=invoice&min_confidence=0.5", undefined, { Accept: "text/csv" });
const reader = answer.body!.getReader();
for (let next = await reader.read(); !next.done; next = await reader.read()) process.stdout.write(next.value);
