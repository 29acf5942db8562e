// correct ID: corrects the total and prints the field.
import { Client, completed } from "docmill";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });

const record = completed(await docmill.correct(process.argv[2], { data: { total: "120.00" } }));
const total = record.fields?.total;
console.log(`${total?.value} by ${total?.source}, was ${total?.original?.value}`);
