// delete ID: erases a document.
import { Client } from "docmill";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });

await docmill.delete(process.argv[2]);
console.log("deleted");
