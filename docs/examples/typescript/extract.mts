// extract FILE: sends a file and prints what was found in it.
import { upload } from "./docmill.mjs";

const { documentType, data } = await upload("/api/v1/extract", "file", [process.argv[2]]);
console.log(`${documentType} ${data.invoiceNumber}: ${data.total} ${data.currency}`);
