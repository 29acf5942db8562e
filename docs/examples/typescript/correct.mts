// correct ID: says that the total is another, and prints what is known of it.
import { Client, completed } from "docmill";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });

const record = completed(await docmill.correct(process.argv[2], { data: { total: "120.00" } }));
const total = record.fields?.total;
console.log(`${total?.value} by ${total?.source}, was ${total?.original?.value}`);
