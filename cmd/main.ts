import { endProcess, handleSignals, processHost } from "./host/process-host.ts";
import { run } from "./run.ts";

handleSignals();
endProcess(await run(process.argv.slice(2), processHost()));
