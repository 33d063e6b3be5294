import { Command } from "commander";

import manifest from "../../package.json" with { type: "json" };
import { exitCodes, type SetExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The output of `converge version`; `converge.mjs` prints the same line without loading anything. */
export const versionLine: string = `converge ${manifest.version}`;

/** The verb `version`. */
export function versionCommand(host: Host, finish: SetExitCode): Command {
  return new Command("version").description("show the version").action(() => {
    host.stdout.write(`${versionLine}\n`);
    finish(exitCodes.converged);
  });
}
