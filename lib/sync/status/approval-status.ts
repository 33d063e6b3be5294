import { field, type JsonObject, type JsonValue } from "../../object/json.ts";
import type { UnitState } from "../unit/unit-state.ts";
import { longestName, statusText } from "./status-text.ts";

/**
 * Returns the fields of the status about approvals. Before the first run of a process has ended, what was
 * pending still is.
 */
export function approvalStatus(
  state: UnitState,
  previous: JsonObject,
): Readonly<Record<string, JsonValue | undefined>> {
  return {
    pendingPlan: pendingObject(state) ?? keptPlan(state, previous),
    approvedPlan: state.approvedPlan ?? field(previous, "approvedPlan"),
  };
}

/** Returns the pending plan of a status that is still valid, as no run has ended since the process began. */
export function keptPlan({ phase, pendingPlan }: UnitState, previous: JsonObject): JsonValue | undefined {
  const isYetUnknown = pendingPlan === undefined && (phase === "Pending" || phase === "Reconciling");
  return isYetUnknown ? field(previous, "pendingPlan") : undefined;
}

function pendingObject({ pendingPlan }: UnitState): JsonObject | undefined {
  if (pendingPlan === undefined) {
    return undefined;
  }
  const { digest, commit, counts, objects, more, unmatched } = pendingPlan;
  return {
    digest,
    commit,
    counts: { ...counts },
    objects: objects.map(({ object, action }) => ({ object: statusText(object), action })),
    ...(more === 0 ? {} : { more }),
    ...(unmatched === undefined ? {} : { unmatchedApproval: statusText(unmatched, longestName) }),
  };
}
