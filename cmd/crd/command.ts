import { Argument, Command } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { parseChoice, switchOption, textOutputOption } from "../flags/option-parsers.ts";
import { type MigrateFlags, runMigrate } from "./run-migrate.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { type SetExitCode, usualCodes, signalCodes } from "../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";
import { dryRunHelp } from "../flags/run-flags.ts";

const page: HelpPage = {
  summary: "Migrate stored custom resources to the storage version",
  details:
    "Rewrites every custom resource in the storage version of its CRD, then removes the other versions from status.storedVersions.",
  examples: [
    ["Show what would be rewritten", "converge crd migrate crontabs.stable.example.com --dry-run"],
    ["Migrate the custom resources of a CRD", "converge crd migrate crontabs.stable.example.com"],
  ],
  notes: [
    {
      title: "Notes",
      text: "Migrate after the CRD has a new version with `storage: true`, and before you remove the old version from it.",
    },
  ],
  exitCodes: {
    0: "every object is stored in the storage version",
    1: "failed: the API server refused some objects",
    2: "invalid usage, or the CRD does not exist",
    4: usualCodes[4],
    ...signalCodes,
  },
};

const deeds = ["migrate"] as const;

/** The verb `crd`. */
export function crdCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("crd"), page)
    .addArgument(new Argument("<what>", "action").choices(deeds).argParser(parseChoice(deeds)))
    .argument("<name>", "name of the CRD, such as crontabs.stable.example.com")
    .addOption(switchOption("--dry-run [bool]", dryRunHelp, false))
    .addOption(textOutputOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (_: (typeof deeds)[number], name: string) =>
    runMigrate(name, command.opts<MigrateFlags>(), host),
  );
}
