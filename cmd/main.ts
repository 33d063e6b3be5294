import { handleSignals, processHost } from "./host/process-host.ts";
import { run } from "./run.ts";

handleSignals();
// Not `process.exit`: pending writes to a pipe would be lost.
process.exitCode = await run(process.argv.slice(2), processHost());
