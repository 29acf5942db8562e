// delete ID: erases a document and everything made of it, for good.
import { call } from "./docmill.mjs";

await call("DELETE", `/api/v1/documents/${process.argv[2]}`);
console.log("deleted");
