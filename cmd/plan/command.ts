import { Command, Option } from "commander";

import { actions } from "../../lib/plan/plan.ts";
import { addCheckFlags } from "../flags/validation-flags.ts";
import { type SetExitCode, UsageError, signalCodes } from "../host/exit-code.ts";
import { addPathFlags, pathHelp, requirePaths } from "../flags/path-flags.ts";
import { choiceOption, colorOption, parseChoice, type Aliases } from "../flags/option-parsers.ts";
import { fieldsOption } from "../flags/field-flags.ts";
import { addQuietFlag } from "../flags/quiet-flag.ts";
import { outputFormats } from "../output/plan-output.ts";
import { parsePlanArgs, type PlanFlags } from "../flags/plan-args.ts";
import { addRemoteChartFlags } from "../flags/remote-chart-flags.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import { addSaveFlags, refuseUnsaved, type SaveFlags } from "../flags/save-flags.ts";
import { demandRelease } from "../flags/run-flags.ts";
import { addForecastFlags, refuseForecast } from "./forecast-flags.ts";
import { runPlan } from "./run.ts";
import type { SavingFlags } from "./save.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import {
  namespaceOption,
  plannedReleaseOption,
  compatOption,
  externalDepsOption,
  invalidOption,
  showSecretsOption,
} from "../flags/set-flags.ts";
import { reconcileTimeoutOption } from "../flags/timeout-flags.ts";
import { type HelpPage, describeCommand, objectNames } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Show the order in which objects would be applied",
  details:
    "Shows groups of objects that are applied together, and what each object waits for. Needs no cluster. With --save, asks the cluster what an apply would do, and saves that.",
  examples: [
    ["Plan a directory", "converge plan manifests/"],
    ["Plan the upgrade of a Helm chart", "converge plan charts/shop --values prod.yaml --action upgrade"],
    ["Plan rendered manifests from standard input", "helm template shop charts/shop | converge plan -"],
    ["Write the plan as a web page", "converge plan manifests/ -o html > plan.html"],
    [
      "Save what an apply would do, to apply it after a review",
      "converge plan manifests/ --release shop -n shop --save plan.json",
    ],
    ["Explain the position of an object", "converge plan manifests/ --why web"],
  ],
  notes: [objectNames],
  exitCodes: { 0: "done", 2: "invalid input or usage", ...signalCodes },
};

const whyDescription =
  "explain the position of one object, or why the first comes after the second, with files and lines";

/** Names of the actions in Helm, kubectl, Terraform and other tools. */
const actionWords: Aliases = new Map([
  ["uninstall", ["delete"]],
  ["destroy", ["delete"]],
  ["remove", ["delete"]],
  ["update", ["upgrade"]],
  ["apply", ["install", "upgrade"]],
]);

/** The verb `plan`. Its action throws a UsageError for flags that make no sense together. */
export function planCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("plan").argument("[path...]", pathHelp), page);
  addSources(command);
  addRemoteChartFlags(command);
  addRenderFlags(command, false);
  addCheckFlags(command, "warn");
  addChoices(command);
  addSaveFlags(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<PlanFlags & SaveFlags>();
    refuseUnsaved(command, flags);
    if (flags.save !== undefined) {
      const saving = savingFlags(command, { ...flags, save: flags.save });
      const { runSave } = await import("./save.ts");
      return runSave(requirePaths(flags, paths, "plan"), {
        release: demandRelease(saving),
        flags: saving,
        host,
      });
    }
    if (
      flags.why !== undefined &&
      flags.output !== "table" &&
      command.getOptionValueSource("output") === "cli"
    ) {
      throw new UsageError(`--why prints text only: remove -o ${flags.output}`);
    }
    const words = parsePlanArgs({ paths, flags, exists: host.exists });
    refuseForecast(flags, words.paths);
    return runPlan(words, host);
  });
}

/** The flags without the defaults of a plan that knows no cluster: those of `apply` count instead. */
function savingFlags(
  command: Command,
  { namespace, release, ...flags }: PlanFlags & SaveFlags & Pick<SavingFlags, "save">,
): SavingFlags & { readonly release?: string } {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) !== "default";
  return {
    ...flags,
    ...(isGiven("namespace") ? { namespace } : {}),
    ...(isGiven("release") ? { release } : {}),
    validate: isGiven("validate") ? flags.validate : "strict",
  };
}

function addSources(command: Command): void {
  addPathFlags(command);
  command.addOption(namespaceOption("default")).addOption(plannedReleaseOption());
}

function addChoices(command: Command): void {
  command
    .addOption(
      choiceOption("--action <action>", "action to plan, which decides which hooks run", actions)
        .argParser(parseChoice(actions, actionWords))
        .default("install"),
    )
    .addOption(choiceOption("-o, --output <format>", "output format", outputFormats).default("table"))
    .addOption(showSecretsOption(" (with -o yaml)"))
    .addOption(new Option("--why <object...>", whyDescription))
    .addOption(invalidOption())
    .addOption(externalDepsOption("error"))
    .addOption(compatOption())
    .addOption(reconcileTimeoutOption())
    .addOption(fieldsOption())
    .addOption(colorOption());
  addForecastFlags(command);
  addQuietFlag(command);
}
