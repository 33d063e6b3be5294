import { Command, Option } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { type ListFlags, runList } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import type { SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge list -n shop
  converge list -A -o json

Exit codes:
  0  done, also where there is none
  1  failed
  2  invalid usage
  4  cluster unreachable or access refused`;

/** The verb `list`. */
export function listCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("list")
    .summary("show the releases of a namespace or of the cluster")
    .description("Shows the releases of a namespace, or with -A those of the whole cluster.")
    .addOption(new Option("-A, --all-namespaces", "those of all namespaces"))
    .addOption(textOutputOption())
    .addOption(colorOption())
    .addHelpText("after", `\n${help}`);
  addClusterFlags(command);
  return onCall(command, { host, finish }, async () => runList(command.opts<ListFlags>(), host));
}
