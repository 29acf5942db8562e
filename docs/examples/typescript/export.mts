// export: streams all invoices with a confidence of 0.5 or more as CSV.
import { Client } from "docmill";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });

const reader = (await docmill.exportCsv({ documentType: "invoice", minConfidence: 0.5 })).getReader();
for (let next = await reader.read(); !next.done; next = await reader.read()) process.stdout.write(next.value);
