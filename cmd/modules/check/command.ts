import { Command, Option } from "commander";

import { collectList, colorOption, textOutputOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { runModulesCheck, type ModuleCheckFlags } from "./run.ts";
import {
  readPlatform,
  readVersion,
  deckhouseHelp,
  kubernetesHelp,
  installedHelp,
} from "../flags/platform-flags.ts";
import type { SetExitCode } from "../../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../../help/help-page.ts";

const page: HelpPage = {
  summary: "Check a module.yaml and its requirements",
  details:
    "Validates the file and compares its requirements with versions of the platform, of Kubernetes and of other modules. Needs no cluster.",
  examples: [
    ["Validate a module", "converge modules check modules/prometheus"],
    [
      "Check its requirements on the platform and on Kubernetes",
      "converge modules check module.yaml --deckhouse 1.73.3 --kubernetes 1.29.6",
    ],
    [
      "Check its requirements on other modules",
      "converge modules check . --deckhouse 1.73.3 \\",
      "  --installed test=v0.22.1,user-authn",
    ],
  ],
  notes: [
    {
      title: "Notes",
      text: `Requirements on versions that are not given are reported as not checked. --installed names all
enabled modules: a required module that is not named is missing, and --installed "" means that there are
none. A name without a version is a module of the platform and has its version. Without the flags, the
versions in TEST_EXTENDER_DECKHOUSE_VERSION and TEST_EXTENDER_KUBERNETES_VERSION are used.`.replaceAll(
        "\n",
        " ",
      ),
    },
    {
      title: "JSON output",
      text: `One document of converge.dev/v1, kind ModuleCheck:
  module        name of the module; absent if its file cannot be read
  satisfied     whether the file is valid and no checked requirement is unmet
  message       message of a ModuleRelease; absent if nothing is unmet
  requirements  on (deckhouse, kubernetes, bootstrapped, module), module,
                constraint, optional, verdict (met, unmet, unjudged), reason
  diagnostics   code, severity, message, origin (file, line, column)`,
    },
  ],
  exitCodes: {
    0: "satisfied, as far as checked",
    1: "not satisfied",
    2: "invalid module.yaml or usage",
  },
};

/** The verb `modules check`. */
export function modulesCheckCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("check"), page).argument(
    "<path>",
    "directory of the module, its module.yaml, or - for standard input",
  );
  addFlags(command);
  return onCall(command, { host, finish }, async (path: string) =>
    runModulesCheck(path, command.opts<ModuleCheckFlags>(), host),
  );
}

function addFlags(command: Command): void {
  command
    .addOption(new Option("--deckhouse <version>", deckhouseHelp).argParser(readPlatform))
    .addOption(new Option("--kubernetes <version>", kubernetesHelp).argParser(readVersion))
    .addOption(new Option("--installed <modules>", installedHelp).argParser(collectList))
    .addOption(textOutputOption())
    .addOption(colorOption());
}
