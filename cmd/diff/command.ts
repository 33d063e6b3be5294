import { Command } from "commander";

import { addApplyFlags } from "../flags/apply-flags.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { requirePaths, pathHelp } from "../flags/path-flags.ts";
import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { type DiffFlags, runDiff } from "./run.ts";
import { addConcurrencyFlag, addReleaseFlag, demandRelease, hooksOption } from "../flags/run-flags.ts";
import { addQuietFlag } from "../flags/quiet-flag.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { type SetExitCode, usualCodes, signalCodes } from "../host/exit-code.ts";
import { deleteContentsOption } from "../flags/set-flags.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Show what apply would change, field by field",
  details:
    "Compares the manifests with the cluster by a dry run on the API server. Changes nothing and hides the values of Secrets.",
  examples: [
    ["Compare a directory with the release shop", "converge diff manifests/ --release shop -n shop"],
    ["Compare a Helm chart", "converge diff charts/shop --values prod.yaml --release shop -n shop"],
    ["Print the differences as JSON", "converge diff manifests/ --release shop -n shop -o json"],
  ],
  notes: [
    {
      title: "Notes",
      text: "The flags are those of apply, so that both commands see the same manifests. Hooks run at every apply and are shown only with --hooks.",
    },
  ],
  exitCodes: {
    0: "no differences",
    1: "differences were found",
    2: "invalid input or usage, or the API server refused objects",
    4: usualCodes[4],
    ...signalCodes,
  },
};

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
  const command = describeCommand(new Command("diff").argument("[path...]", pathHelp), page);
  addApplyFlags(command);
  for (const option of command.options) {
    option.hideHelp(option.hidden || withoutEffect.has(option.attributeName()));
  }
  addReleaseFlag(command);
  addConcurrencyFlag(command);
  command
    .addOption(deleteContentsOption())
    .addOption(hooksOption(false))
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
