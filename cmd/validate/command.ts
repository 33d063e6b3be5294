import { Command, Option } from "commander";

import { externalPolicies } from "../../lib/order/model/edge.ts";
import { addCheckFlags } from "../flags/validation-flags.ts";
import { addPathFlags, requirePaths, pathHelp } from "../flags/path-flags.ts";
import { choiceOption, colorOption, readLabel } from "../flags/option-parsers.ts";
import { addRenderFlags } from "../flags/render-flags.ts";
import { runValidate, type ValidateFlags } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { UsageError, type SetExitCode } from "../host/exit-code.ts";
import { validationFormats } from "../output/validation-output.ts";

const help = `Examples:
  converge validate manifests/
  converge validate manifests/ --crds crds/ --kubernetes-version 1.34
  converge validate manifests/ --old main          what changes, by rules about changes
  converge validate manifests/ -o sarif > converge.sarif
  helm template shop | converge validate -

Exit codes:
  0  valid
  2  invalid, or usage
  130  interrupted (SIGINT); 143 terminated (SIGTERM)`;

/** The verb `validate`. Its action throws a UsageError if `--old` is empty. */
export function validateCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("validate")
    .summary("find what an API server would refuse")
    .description(
      "Finds what an API server would refuse, field by field, and what could not be planned. Custom resources are checked by their definitions, rules (CEL) included. Needs no cluster.",
    )
    .argument("[path...]", pathHelp)
    .addHelpText("after", `\n${help}`);
  addPathFlags(command);
  addRenderFlags(command, false);
  addCheckFlags(command, "strict");
  addChoices(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<ValidateFlags>();
    if (flags.old === "") {
      throw new UsageError("--old is empty: name a file, a folder or a git revision");
    }
    return runValidate(requirePaths(flags, paths, "validate"), flags, host);
  });
}

function addChoices(command: Command): void {
  const namespace = "where namespaced objects without a namespace go";
  const old = "the set as it was: a file or folder, or a git revision of the same paths";
  const external = "what a depends-on that leads outside the set is";
  command
    .addOption(new Option("-n, --namespace <name>", namespace).default("default").argParser(readLabel))
    .addOption(new Option("--release <name>", "name of the set").default("default").argParser(readLabel))
    .addOption(new Option("--old <path|revision>", old))
    .addOption(
      choiceOption("-o, --output <format>", "form of the findings", validationFormats).default("text"),
    )
    .addOption(choiceOption("--external-deps <policy>", external, externalPolicies).default("error"))
    .addOption(colorOption());
}
