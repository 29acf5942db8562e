// extract FILE: uploads a file and prints the values.
import { Client, completed } from "docmill";
import { fromPath } from "docmill/node";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });

const record = completed(await docmill.extract(await fromPath(process.argv[2]), { wait: 60 }));
if (record.documentType === "invoice") {
  const { invoiceNumber, total, currency } = record.data;
  console.log(`${record.documentType} ${invoiceNumber}: ${total} ${currency}`);
}
