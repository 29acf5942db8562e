// poll FILE: uploads a file without waiting, then polls for the result.
import { Client } from "docmill";
import { fromPath } from "docmill/node";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });

const queued = await docmill.extract(await fromPath(process.argv[2]), { wait: 0 });
const record = await docmill.waitFor(queued, { timeout: 300 }); // long polls
console.log(record.id, record.status);
