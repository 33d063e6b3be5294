import type { ApplySetRequest } from "../../lib/engine.ts";
import type { IgnoredDifference } from "../../lib/inventory/ignored-differences.ts";
import type { PruneRefusal } from "../../lib/inventory/prune-limits.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import type { WriteFlags } from "../flags/apply-flags.ts";
import type { HistoryFlags } from "../flags/history-flags.ts";
import type { CommonRequest } from "./run-session.ts";
import type { Host } from "../host/host.ts";

const validations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;

/** What every verb that writes objects is asked for by its flags. */
export type WriteRequest = CommonRequest &
  Pick<ApplySetRequest, "timeout" | "prune" | "pruneLimits" | "inventoryPolicy" | "historyMax">;

/** What the flags ask for, on top of what every run has. */
export function writeOptions(
  flags: WriteFlags & Pick<HistoryFlags, "historyMax">,
  common: CommonRequest,
  ignoreDifferences: readonly IgnoredDifference[],
): WriteRequest {
  return {
    ...common,
    timeout: flags.reconcileTimeout,
    choices: {
      ...common.choices,
      forceConflicts: flags.forceConflicts,
      recreate: flags.recreate,
      fieldValidation: validations[flags.validate],
      ignoreDifferences,
    },
    timeouts: {
      ...common.timeouts,
      external: flags.externalTimeout,
      weights: flags.weightTimeout ?? new Map(),
    },
    prune: flags.prune,
    pruneLimits: { maxPrune: flags.maxPrune, allow: new Set(flags.allowPrune) },
    inventoryPolicy: flags.inventoryPolicy,
    historyMax: flags.historyMax,
  };
}

/** Asks at the terminal, once for all; undefined where nobody sits there. */
export function confirmPrune({
  ask,
  stderr,
}: Host): ((refusals: readonly PruneRefusal[]) => Promise<boolean>) | undefined {
  return ask === undefined
    ? undefined
    : async (refusals) => {
        for (const { message } of refusals) {
          stderr.write(`${escapeControl(message)}\n`);
        }
        const answer = await ask("Go on? Only yes goes on: ");
        return answer.trim() === "yes";
      };
}
