import { Command } from "commander";

import { addApplyFlags, type ApplyFlags } from "../flags/apply-flags.ts";
import { addApplyPlanFlags, type ApplyPlanFlags, refuseWithPlan } from "../flags/apply-plan-flags.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { type SetExitCode, usualCodes } from "../host/exit-code.ts";
import { describeCommand, type HelpPage } from "../help/help-page.ts";
import { requirePaths, pathHelp } from "../flags/path-flags.ts";
import { addHistoryFlags, type HistoryFlags, addRunFlags, demandRelease } from "../flags/run-flags.ts";
import { runApply } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";

const page: HelpPage = {
  summary: "Apply manifests to a cluster and wait until every object is ready",
  details:
    "Objects are applied in dependency order. Objects that the release no longer contains are pruned. Without changes, nothing is written.",
  examples: [
    ["Apply a directory as the release shop", "converge apply manifests/ --release shop -n shop"],
    [
      "Install or upgrade a Helm chart",
      "converge apply charts/shop --values prod.yaml --release shop -n shop",
    ],
    ["Show what would happen", "converge apply manifests/ --release shop -n shop --dry-run"],
    [
      "Apply rendered manifests from standard input",
      "kustomize build overlays/prod | converge apply - --release shop",
    ],
    ["Apply a plan that was saved and reviewed", "converge apply --plan plan.json"],
    ["Print one JSON event per line", "converge apply manifests/ --release shop -n shop -o json"],
  ],
  notes: [
    {
      title: "Notes",
      text: "The API server rejects unknown fields whatever --validate is set to.",
    },
  ],
  exitCodes: { ...usualCodes, 0: "every object is applied and ready" },
};

/** The verb `apply`. */
export function applyCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("apply").argument("[path...]", pathHelp), page);
  addApplyFlags(command);
  addApplyPlanFlags(command);
  addHistoryFlags(command);
  addRunFlags(command);
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<ApplyFlags & HistoryFlags & ApplyPlanFlags>();
    refuseWithPlan(command, flags);
    if (flags.plan !== undefined) {
      const { applySaved } = await import("./apply-saved.ts");
      return applySaved(paths, { ...flags, plan: flags.plan }, host);
    }
    const all = requirePaths(flags, paths, "apply");
    return runApply(all, { release: demandRelease(flags), flags, host });
  });
}
