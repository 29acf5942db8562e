// batch FILE…: sends files together, waits for all, prints what became of each.
import { call, upload } from "./docmill.mjs";

let batch = await upload("/api/v1/batch", "files", process.argv.slice(2));
while (["queued", "processing"].includes(batch.status)) {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  batch = await (await call("GET", `/api/v1/batch/${batch.id}`)).json();
}
for (const { fileName, status, code, id } of batch.results) console.log(fileName, status, code ?? id);
