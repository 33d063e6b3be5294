import type { ApplySetRequest } from "../../lib/engine.ts";
import type { FieldRule } from "../../lib/object/field-rule.ts";
import type { PruneRefusal } from "../../lib/inventory/prune-limits.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import type { WriteFlags } from "../flags/apply-flags.ts";
import type { HistoryFlags } from "../flags/run-flags.ts";
import type { CommonRequest } from "./run-session.ts";
import type { Host } from "../host/host.ts";

const validations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;

/** The part of a request that all verbs that write objects derive from their flags. */
export type WriteRequest = CommonRequest &
  Pick<
    ApplySetRequest,
    "fieldRules" | "timeout" | "prune" | "pruneLimits" | "inventoryPolicy" | "historyMax"
  >;

/** Returns the requests of the flags, on top of those common to all runs. */
export function writeOptions(
  flags: WriteFlags & Pick<HistoryFlags, "historyMax">,
  common: CommonRequest,
  fieldRules: readonly FieldRule[],
): WriteRequest {
  return {
    ...common,
    fieldRules,
    timeout: flags.reconcileTimeout,
    choices: {
      ...common.choices,
      forceConflicts: flags.forceConflicts,
      recreate: flags.recreate,
      fieldValidation: validations[flags.validate],
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

/** Asks for confirmation at the terminal, once for all objects; undefined if the run is not interactive. */
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
        const answer = await ask("Delete them? Only yes confirms: ");
        return answer.trim() === "yes";
      };
}
