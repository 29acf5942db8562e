// batch FOLDER: uploads all files of a folder and prints the result of each. After a crash, run it again: it
// continues where it stopped.
import { Client } from "docmill";
import { batchFolder } from "docmill/node";

const { DOCMILL_URL: baseUrl = "", DOCMILL_API_KEY: apiKey = "" } = process.env;
const docmill = new Client({ baseUrl, apiKey });

const results = await batchFolder(docmill, process.argv[2], {
  progress: ({ file, ended, total }) => console.error(`${ended} of ${total}: ${file.path} ${file.status}`),
});
for (const { path, status, code, id } of results) console.log(path, status, code ?? id);
