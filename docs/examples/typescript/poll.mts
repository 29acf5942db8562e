// poll FILE: sends a file without waiting, then asks until it has ended.
import { call, upload } from "./docmill.mjs";

const open = (status: string) => status === "queued" || status === "processing";
let record = await upload("/api/v1/extract", "file", [process.argv[2]], { Prefer: "respond-async" });
while (open(record.status)) {
  // Answered at the end of the document, or after 30 seconds.
  record = await (await call("GET", `/api/v1/documents/${record.id}?wait=30`)).json();
  if (open(record.status)) await new Promise((resolve) => setTimeout(resolve, 1000));
}
console.log(record.id, record.status);
