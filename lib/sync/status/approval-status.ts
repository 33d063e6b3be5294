import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  numberField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { type PendingObject, type PendingPlan, plannedActions } from "../approval/pending-plan.ts";
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

/**
 * Returns the pending plan of a status that is still valid, as no run of the process has ended or has begun
 * to apply it.
 */
export function keptPlan(
  { phase, pendingPlan, approvedPlan }: UnitState,
  previous: JsonObject,
): JsonValue | undefined {
  const isYetUnknown = pendingPlan === undefined && (phase === "Pending" || phase === "Reconciling");
  const kept = field(previous, "pendingPlan");
  const isApproved = approvedPlan !== undefined && stringField(kept, "digest") === approvedPlan;
  return isYetUnknown && !isApproved ? kept : undefined;
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

/** Reads the pending plan of a unit in that namespace from its status; undefined if it has none. */
export function pendingPlanIn(status: JsonObject, namespace: string): PendingPlan | undefined {
  const stored = objectField(status, "pendingPlan");
  const digest = stringField(stored, "digest");
  const unmatched = stringField(stored, "unmatchedApproval");
  const counts = plannedActions.flatMap((action) => {
    const count = numberField(objectField(stored, "counts"), action);
    return count === undefined ? [] : [[action, count] as const];
  });
  return digest === undefined
    ? undefined
    : {
        digest,
        commit: stringField(stored, "commit") ?? "",
        namespace,
        counts: Object.fromEntries(counts),
        objects: listField(stored, "objects").flatMap((entry) => objectIn(entry)),
        more: numberField(stored, "more") ?? 0,
        ...(unmatched === undefined ? {} : { unmatched }),
      };
}

function objectIn(entry: JsonValue): readonly PendingObject[] {
  const object = stringField(entry, "object");
  const name = stringField(entry, "action");
  const action = plannedActions.find((one) => one === name);
  return object === undefined || action === undefined ? [] : [{ object, action }];
}
