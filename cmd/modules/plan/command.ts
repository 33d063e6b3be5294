import { Command, InvalidArgumentError, Option } from "commander";

import { parseTimestamp } from "../../../lib/object/timestamp.ts";
import { newestMinor } from "../../../lib/validate/builtin/supported-versions.ts";
import { type ColorMode } from "../../host/color.ts";
import { addPathFlags, requirePaths, type PathFlags } from "../../flags/path-flags.ts";
import { choiceOption, colorOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { addPlatformFlags, type PlatformFlags } from "../flags/platform-flags.ts";
import type { SetExitCode } from "../../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../../help/help-page.ts";

const page: HelpPage = {
  summary: "Show which release of each module is deployed next, and why",
  details:
    "Simulates the module controllers, started now, until nothing changes: shows the phase and message of every ModuleRelease. Needs no cluster.",
  examples: [
    [
      "Plan the releases in a directory",
      "converge modules plan releases/ --deckhouse 1.73.3 --kubernetes 1.29.6",
    ],
    [
      "Plan the releases of a cluster",
      "kubectl get -o yaml \\",
      "  modulereleases,moduleupdatepolicies,modules.deckhouse.io,moduleconfigs |",
      "  converge modules plan -",
    ],
    [
      "Show what an update window allows at another time",
      "converge modules plan releases/ --now 2026-11-21T08:00:00Z",
    ],
    ["Write the resulting objects", "converge modules plan releases/ -o yaml > after.yaml"],
  ],
  notes: [
    {
      title: "Notes",
      text: `Images of releases count as available, and modules as ready unless their Module says otherwise. A module
without ModuleConfig and Module counts as enabled. Without --deckhouse and --kubernetes, the versions in
TEST_EXTENDER_DECKHOUSE_VERSION and TEST_EXTENDER_KUBERNETES_VERSION are used. Without a deployed DeckhouseRelease,
the version of the platform is v2.0.0, which is higher than every release.`.replaceAll("\n", " "),
    },
    {
      title: "YAML and JSON output",
      text: `YAML: the objects at the end; registry credentials are masked.
JSON: one document of converge.dev/v1, kind ModulesPlan:
  modules   module, off (why it is disabled; null if it is enabled), releases,
            next
  releases  name, version, before and after (phases; after may be Removed),
            message (of the status), why
  next      name, version, deploys (whether it is deployed now), why,
            alternatives (versions that may be approved instead); null if
            there is no release to deploy
  platform  DeckhouseReleases: name, version, phase, message`,
    },
  ],
  exitCodes: { 0: "planned", 2: "invalid input or usage" },
};

/** The output formats of the plan of releases. */
export const modulesPlanFormats = ["table", "json", "yaml"] as const;

/** The parsed flags of `modules plan`. */
export interface ModulesPlanFlags extends PathFlags, PlatformFlags {
  /** In milliseconds since 1970. */
  readonly now?: number;
  readonly output: (typeof modulesPlanFormats)[number];
  readonly color: ColorMode;
}

/** The verb `modules plan`. */
export function modulesPlanCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("plan"), page).argument(
    "[path...]",
    "files, directories (read recursively), or - for standard input",
  );
  addPathFlags(command);
  addPlatformFlags(command, { kubernetes: `1.${newestMinor}.0` });
  addFlags(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<ModulesPlanFlags>();
    const { runModulesPlan } = await import("./run.ts");
    return runModulesPlan(requirePaths(flags, paths, "modules plan"), flags, host);
  });
}

function addFlags(command: Command): void {
  const now = "time to simulate, such as 2026-11-21T08:00:00Z";
  command
    .addOption(new Option("--now <time>", now).default(undefined, "the current time").argParser(readTime))
    .addOption(choiceOption("-o, --output <format>", "output format", modulesPlanFormats).default("table"))
    .addOption(colorOption());
}

function readTime(text: string): number {
  const time = parseTimestamp(text);
  if (time === undefined) {
    throw new InvalidArgumentError("write a time such as 2026-11-21T08:00:00Z");
  }
  return time;
}
