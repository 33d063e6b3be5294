import { handleSignals, processHost } from "./host/process-host.ts";
import { run } from "./run.ts";

handleSignals();
// Never `process.exit`: what was written to a pipe has yet to leave.
process.exitCode = await run(process.argv.slice(2), processHost());
