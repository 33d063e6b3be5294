import { Command, Option } from "commander";

import { externalPolicies } from "../../lib/order/model/edge.ts";
import { actions } from "../../lib/plan/plan.ts";
import { invalidPolicies } from "../../lib/plan/plan-request.ts";
import { addCheckFlags } from "../flags/validation-flags.ts";
import { exitCodeTable, type SetExitCode, UsageError } from "../host/exit-code.ts";
import { addPathFlags, pathHelp } from "../flags/path-flags.ts";
import {
  choiceOption,
  colorOption,
  parseChoice,
  readLabel,
  readTimeout,
  switchOption,
  type Aliases,
} from "../flags/option-parsers.ts";
import { addQuietFlag } from "../flags/quiet-flag.ts";
import { outputFormats } from "../output/plan-output.ts";
import { parsePlanArgs, type PlanFlags } from "../flags/plan-args.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import { runPlan } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";

const examples = `Examples:
  converge plan manifests/                   a folder with all it holds
  converge plan charts/shop --values prod.yaml --action upgrade   a Helm chart
  sops -d all.yaml | converge plan -         what standard input gives
  converge plan -f base/ -f extra.yaml -o html > plan.html
  converge plan manifests/ -o yaml           the manifests, in their order
  converge plan manifests/ --why web         what puts web where it stands
  converge plan manifests/ --why web db      why web comes after db
  converge plan manifests/ --action delete   the order in which all goes away

An OBJECT is written as in the plan, apps/namespaces/shop/Deployment/web, or
shorter where that is clear: web, Deployment/web.`;

const whyDescription =
  "instead of the plan, show the edges that put OBJECT where it stands, or after OTHER, each with its file and line";

/** Names of the actions in Helm, kubectl, Terraform and other tools. */
const actionWords: Aliases = new Map([
  ["uninstall", ["delete"]],
  ["destroy", ["delete"]],
  ["remove", ["delete"]],
  ["update", ["upgrade"]],
  ["apply", ["install", "upgrade"]],
]);

/** The verb `plan`. Its action throws a UsageError if `--why` is combined with `-o`. */
export function planCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("plan")
    .summary("show in which groups the objects would go up")
    .description("Shows in which groups the objects would go up, and what each waits for. Needs no cluster.")
    .argument("[path...]", pathHelp)
    .addHelpText("after", `\n${examples}\n\n${exitCodeTable}`);
  addSources(command);
  addRenderFlags(command, false);
  addCheckFlags(command, "warn");
  addChoices(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<PlanFlags>();
    if (
      flags.why !== undefined &&
      flags.output !== "table" &&
      command.getOptionValueSource("output") === "cli"
    ) {
      throw new UsageError(`--why prints text only: leave out -o ${flags.output}`);
    }
    const words = parsePlanArgs({ paths, flags, exists: host.exists });
    return runPlan(words, host);
  });
}

function addSources(command: Command): void {
  addPathFlags(command);
  const namespace = "where namespaced objects without a namespace go";
  command
    .addOption(new Option("-n, --namespace <name>", namespace).default("default").argParser(readLabel))
    .addOption(new Option("--release <name>", "name of the set").default("default").argParser(readLabel));
}

function addChoices(command: Command): void {
  const invalid = "with faults in the set, plan nothing or the valid rest";
  const external = "what a depends-on that leads outside the set is";
  const timeout = "time an object may take until it is ready";
  command
    .addOption(
      choiceOption("--action <action>", "which hooks take part", actions)
        .argParser(parseChoice(actions, actionWords))
        .default("install"),
    )
    .addOption(choiceOption("-o, --output <format>", "form of the plan", outputFormats).default("table"))
    .addOption(switchOption("--show-secrets [bool]", "with -o yaml: show values of Secrets too", false))
    .addOption(new Option("--why <object...>", whyDescription))
    .addOption(choiceOption("--invalid <policy>", invalid, invalidPolicies).default("fail"))
    .addOption(choiceOption("--external-deps <policy>", external, externalPolicies).default("error"))
    .addOption(
      new Option("--reconcile-timeout <duration>", timeout).default(300_000, "5m").argParser(readTimeout),
    )
    .addOption(colorOption());
  addQuietFlag(command);
}
