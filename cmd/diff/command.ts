import { Command } from "commander";

import { addApplyFlags } from "../flags/apply-flags.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { requirePaths, pathHelp } from "../flags/path-flags.ts";
import { colorOption, switchOption, textOutputOption } from "../flags/option-parsers.ts";
import { type DiffFlags, runDiff } from "./run.ts";
import { addConcurrencyFlag, addReleaseFlag, demandRelease } from "../flags/run-flags.ts";
import { addQuietFlag } from "../flags/quiet-flag.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import type { SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge diff manifests/ --release shop -n shop
  converge diff charts/shop --values prod.yaml --release shop -n shop
  converge diff manifests/ --release shop -o json

Takes the flags of apply, so that both see the same. Hooks run at each apply, and are left out unless --hooks is given.

Exit codes, as kubectl diff has them:
  0    no differences
  1    differences
  2    invalid input or usage, or objects that the server refuses
  4    cluster unreachable or access refused
  130  interrupted (SIGINT); 143 terminated (SIGTERM)`;

/** Flags of `apply` that do not affect which changes are made. */
const withoutEffect: ReadonlySet<string> = new Set([
  "reconcileTimeout",
  "weightTimeout",
  "externalTimeout",
  "maxPrune",
  "allowPrune",
]);

/** The verb `diff`. */
export function diffCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("diff")
    .summary("show what apply would change, field by field")
    .description(
      "Shows what apply would change in the cluster, field by field, as the server would store it. Changes nothing. Values of Secrets are hidden.",
    )
    .argument("[path...]", pathHelp)
    .addHelpText("after", `\n${help}`);
  addApplyFlags(command);
  for (const option of command.options) {
    option.hideHelp(option.hidden || withoutEffect.has(option.attributeName()));
  }
  addReleaseFlag(command);
  addConcurrencyFlag(command);
  command
    .addOption(
      switchOption(
        "--delete-contents [bool]",
        "delete namespaces and definitions with what is not the release's",
        false,
      ),
    )
    .addOption(switchOption("--hooks [bool]", "show the hooks that would run too", false))
    .addOption(textOutputOption())
    .addOption(colorOption());
  addQuietFlag(command);
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<DiffFlags>();
    const all = requirePaths(flags, paths, "diff");
    return runDiff(all, { release: demandRelease(flags), flags, host });
  });
}
