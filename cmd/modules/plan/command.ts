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

const help = `Examples:
  converge modules plan releases/ --deckhouse 1.73.3 --kubernetes 1.29.6
  kubectl get modulereleases,moduleupdatepolicies,modules.deckhouse.io,moduleconfigs -o yaml | converge modules plan -
  converge modules plan releases/ --now 2026-11-21T08:00:00Z     what an update window lets through
  converge modules plan releases/ -o yaml > after.yaml

The plan is what controllers that start now would do, until nothing changes.
Images of releases are taken to be available, and modules to be ready unless their
Module says that they are not. A module without ModuleConfig and Module is taken to
be enabled. --deckhouse and --kubernetes simulate other versions than the files
and the cluster have; TEST_EXTENDER_DECKHOUSE_VERSION and
TEST_EXTENDER_KUBERNETES_VERSION do the same where a flag is not given. Without a
DeckhouseRelease that is Deployed the platform counts as v2.0.0, which is newer
than every release.

With -o yaml, the objects as they end; credentials of registries are masked.
With -o json, one document of converge.dev/v1, kind ModulesPlan:
  modules   module, off (why it is off; null where it is on), releases, next
  releases  name, version, before and after (phases; after may be Removed),
            message (of the status), why
  next      name, version, deploys (whether it is deployed now), why, alternatives
            (versions that may be approved in its place); null where no release
            is left to go
  platform  DeckhouseReleases: name, version, phase, message

Exit codes:
  0  planned
  2  invalid input or usage`;

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
  const command = new Command("plan")
    .summary("show which release of each module goes next, and why")
    .description(
      "Shows what becomes of each ModuleRelease, with its phase and message, and which goes next. Needs no cluster.",
    )
    .argument("[path...]", "files, folders with all they hold, or - for standard input")
    .addHelpText("after", `\n${help}`);
  addPathFlags(command);
  addPlatformFlags(command, { kubernetes: `the newest known here, 1.${newestMinor}.0` });
  addFlags(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<ModulesPlanFlags>();
    const { runModulesPlan } = await import("./run.ts");
    return runModulesPlan(requirePaths(flags, paths, "modules plan"), flags, host);
  });
}

function addFlags(command: Command): void {
  const now = "the time it is, as in 2026-11-21T08:00:00Z (default: that of this machine)";
  command
    .addOption(new Option("--now <time>", now).argParser(readTime))
    .addOption(choiceOption("-o, --output <format>", "form of the plan", modulesPlanFormats).default("table"))
    .addOption(colorOption());
}

function readTime(text: string): number {
  const time = parseTimestamp(text);
  if (time === undefined) {
    throw new InvalidArgumentError("Write it as 2026-11-21T08:00:00Z");
  }
  return time;
}
