import { Command } from "commander";

import type { Host } from "../host/host.ts";
import { modulesCheckCommand } from "./check/command.ts";
import { modulesGraphCommand } from "./graph/command.ts";
import { modulesListCommand } from "./list/command.ts";
import { modulesPlanCommand } from "./plan/command.ts";
import { modulesPublishCommand } from "./publish/command.ts";
import { modulesRunCommand } from "./run/command.ts";
import type { SetExitCode } from "../host/exit-code.ts";

/** In the order of the help. */
const verbs = [
  modulesCheckCommand,
  modulesPlanCommand,
  modulesGraphCommand,
  modulesRunCommand,
  modulesPublishCommand,
  modulesListCommand,
] as const;

/** The verb `modules`, whose subcommands decide which version of which module may run. */
export function modulesCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("modules")
    .summary("decide which versions of modules may run, and run them")
    .description(
      "Modules are sets with versions, requirements and weights: these verbs check them, plan their releases, run them in a cluster, and bring them into a registry.",
    )
    .usage("<verb> [flags]")
    .helpCommand("help [verb]", "show the help of a verb");
  for (const verb of verbs) {
    command.addCommand(verb(host, finish));
  }
  return command;
}
