import { Command } from "commander";

import { addCheckFlags } from "../flags/validation-flags.ts";
import { addPathFlags, requirePaths, pathHelp } from "../flags/path-flags.ts";
import { choiceOption, colorOption, switchOption } from "../flags/option-parsers.ts";
import { addRemoteChartFlags } from "../flags/remote-chart-flags.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import { runValidate, type ValidateFlags } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { UsageError, type SetExitCode, signalCodes } from "../host/exit-code.ts";
import { validationFormats } from "../output/validation-output.ts";
import { namespaceOption, plannedReleaseOption, externalDepsOption, oldOption } from "../flags/set-flags.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Find what an API server would reject",
  details:
    "Checks every field against its schema, including the CEL rules of CRDs, and finds what cannot be planned. Needs no cluster.",
  examples: [
    ["Validate a directory", "converge validate manifests/"],
    [
      "Use additional CRDs and another Kubernetes version",
      "converge validate manifests/ --crds crds/ --kubernetes-version 1.34",
    ],
    ["Also check what changed since a git revision", "converge validate manifests/ --old main"],
    ["Write a SARIF report", "converge validate manifests/ -o sarif > converge.sarif"],
    ["Validate a rendered chart", "helm template shop charts/shop | converge validate -"],
  ],
  exitCodes: { 0: "valid", 2: "invalid input or usage", ...signalCodes },
};

/** The verb `validate`. Its action throws a UsageError if `--old` is empty. */
export function validateCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("validate").argument("[path...]", pathHelp), page);
  addPathFlags(command);
  addRemoteChartFlags(command);
  addRenderFlags(command, false);
  addCheckFlags(command, "strict");
  addChoices(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<ValidateFlags>();
    if (flags.old === "") {
      throw new UsageError("--old is empty: name a file, a directory or a git revision");
    }
    return runValidate(requirePaths(flags, paths, "validate"), flags, host);
  });
}

function addChoices(command: Command): void {
  command
    .addOption(namespaceOption("default"))
    .addOption(plannedReleaseOption())
    .addOption(oldOption())
    .addOption(switchOption("--strict [bool]", "treat objects without a known schema as errors", false))
    .addOption(choiceOption("-o, --output <format>", "output format", validationFormats).default("text"))
    .addOption(externalDepsOption("error"))
    .addOption(colorOption());
}
