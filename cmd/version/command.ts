import { Command } from "commander";

import manifest from "../../package.json" with { type: "json" };
import { exitCodes, type SetExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

/** The output of `converge version`; `converge.mjs` prints the same line without loading anything. */
export const versionLine: string = `converge ${manifest.version}`;

/** The verb `version`. */
export function versionCommand(host: Host, finish: SetExitCode): Command {
  const page: HelpPage = {
    summary: "Print the version",
    examples: [["Print the version", "converge version"]],
    exitCodes: { 0: "printed" },
  };
  return describeCommand(new Command("version"), page).action(() => {
    host.stdout.write(`${versionLine}\n`);
    finish(exitCodes.converged);
  });
}
