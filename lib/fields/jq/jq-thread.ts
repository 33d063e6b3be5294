/** The entry point of the thread that runs jq: see `jq-paths.ts`. */
import { parentPort } from "node:worker_threads";

import { loadJq } from "jq-wasm";

import type { JsonValue, Path } from "../../object/json.ts";
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
    const paths = exitCode === 0 ? pathsIn(stdout) : [];
    return paths.length > pathsAtMost ? refusal : { paths, stderr, exitCode };
  } catch {
    return refusal;
  }
}

const pathsAtMost = 10_000;

/** The answer if an expression names too many paths, or jq has no more memory. */
const refusal: JqOutput = { paths: [], stderr: "", exitCode: -1 };

/**
 * The paths in the output of jq, each once. Of paths with slices nothing is found: they name no single
 * field.
 */
function pathsIn(stdout: string): readonly Path[] {
  const found: JsonValue = JSON.parse(stdout === "" ? "[]" : stdout);
  const paths = Array.isArray(found) ? found.filter(isPath) : [];
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

function isPath(value: JsonValue): value is (string | number)[] {
  return Array.isArray(value) && value.every((step) => typeof step === "string" || typeof step === "number");
}
