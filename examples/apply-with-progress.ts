/**
 * Applies a folder as a release and prints progress: `node apply-with-progress.ts manifests/ shop`. Ctrl-C or
 * a limit of five minutes end the run cleanly and release its lock.
 */
import { apply, connect, ConvergeError, type RunEvent } from "converge";

const [path = "manifests/", release = "shop"] = process.argv.slice(2);
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());
const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(300_000)]);

function printProgress(event: RunEvent): void {
  if (event.type === "apply" && event.change !== undefined) {
    console.log(`${event.change} ${event.kind}/${event.name}`);
  } else if (event.type === "wait" && event.status === "Successful") {
    console.log(`ready ${event.kind}/${event.name}`);
  } else if (event.type === "status") {
    console.log(`waiting for ${event.kind}/${event.name}: ${event.message}`);
  }
}

try {
  await using cluster = await connect({ signal });
  const result = await apply(cluster, { release, paths: [path], signal, onEvent: printProgress });
  for (const { severity, message } of result.diagnostics) {
    console.error(`${severity}: ${message}`);
  }
  console.log(`${result.verdict} after ${Math.round(result.durationMs / 1000)} s`);
  process.exitCode = result.verdict === "converged" ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConvergeError)) {
    throw error;
  }
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 4;
}
