// The floor: the minimum for applying objects to a cluster. One HTTP/2 connection, the same server-side
// applies that converge sends, limited concurrency, and nothing else: no order, no record, no wait.
// node floor.mjs FILE, with a JSON of { server, ca, headers, concurrency, requests: [{ path, body }] }.
import { readFileSync } from "node:fs";
import { connect } from "node:http2";

const { server, ca, headers, concurrency, requests } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const session = connect(server, { ca });
let next = 0;

function send({ path, body }) {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ...headers, ":method": "PATCH", ":path": path });
    const chunks = [];
    let status = 0;
    stream.on("response", (answer) => {
      status = answer[":status"];
    });
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("error", reject);
    stream.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      if (status === 200 || status === 201) {
        resolve(JSON.parse(text));
      } else {
        reject(new Error(`${path}: ${status} ${text}`));
      }
    });
    stream.end(body);
  });
}

async function work() {
  while (next < requests.length) {
    next += 1;
    await send(requests[next - 1]);
  }
}

await Promise.all(Array.from({ length: concurrency }, work));
session.close();
