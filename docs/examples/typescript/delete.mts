// delete ID: erases a document and everything made of it, for good.
import { Client } from "docmill";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });

await docmill.delete(process.argv[2]);
console.log("deleted");
