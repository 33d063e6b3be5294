import { Command, Option } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { type ListFlags, runList } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { type SetExitCode, usualCodes, signalCodes } from "../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "List the releases of a namespace or of the cluster",
  examples: [
    ["List the releases of the namespace shop", "converge list -n shop"],
    ["List the releases of all namespaces as JSON", "converge list -A -o json"],
  ],
  exitCodes: {
    0: "done, even if there are no releases",
    1: "failed",
    2: "invalid usage",
    4: usualCodes[4],
    ...signalCodes,
  },
};

/** The verb `list`. */
export function listCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("list"), page)
    .addOption(new Option("-A, --all-namespaces", "list the releases of all namespaces"))
    .addOption(textOutputOption())
    .addOption(colorOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async () => runList(command.opts<ListFlags>(), host));
}
