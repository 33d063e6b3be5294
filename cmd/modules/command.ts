import { Command } from "commander";

import type { Host } from "../host/host.ts";
import { modulesCheckCommand } from "./check/command.ts";
import { modulesGraphCommand } from "./graph/command.ts";
import { modulesListCommand } from "./list/command.ts";
import { modulesPlanCommand } from "./plan/command.ts";
import { modulesPublishCommand } from "./publish/command.ts";
import { modulesRunCommand } from "./run/command.ts";
import type { SetExitCode } from "../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

/** In the order of the help. */
const verbs = [
  modulesCheckCommand,
  modulesPlanCommand,
  modulesGraphCommand,
  modulesRunCommand,
  modulesPublishCommand,
  modulesListCommand,
] as const;

const page: HelpPage = {
  summary: "Check, plan, run and publish modules",
  details:
    "A module is a versioned set of manifests with requirements on Kubernetes, the platform and other modules, as in Deckhouse.",
  examples: [
    ["Check a module", "converge modules check modules/prometheus"],
    ["Show which release of each module is deployed next", "converge modules plan releases/"],
    ["Run the module controllers", "converge modules run --page :8080 --metrics :9090"],
  ],
};

/** The verb `modules`, whose subcommands decide which version of which module may run. */
export function modulesCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("modules"), page).helpCommand(
    "help [command]",
    "Show the help of a command",
  );
  for (const verb of verbs) {
    command.addCommand(verb(host, finish));
  }
  return command;
}
