/** The entry point of the thread that runs jq: see `jq-paths.ts`. */
import { parentPort } from "node:worker_threads";

import { loadJq } from "jq-wasm";

import { limitMemory } from "./limit-memory.ts";
import type { JqOrder, JqOutput } from "./jq-paths.ts";

limitMemory();
const jq = await loadJq();

parentPort?.on("message", ({ expression, input }: JqOrder) => {
  parentPort?.postMessage(run(expression, input), []);
});

function run(expression: string, input: string): JqOutput {
  try {
    // The expression may end in a comment.
    const { stdout, stderr, exitCode } = jq.raw(input, `[path(\n${expression}\n)]`, ["-c"]);
    return { stdout, stderr, exitCode };
  } catch {
    // jq has no more memory; its next call starts afresh.
    return { stdout: "", stderr: "", exitCode: outOfMemory };
  }
}

const outOfMemory = -1;
