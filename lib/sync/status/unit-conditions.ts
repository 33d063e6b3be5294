import { field, type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { approvalCommand, pendingMessage, shortDigest } from "../approval/pending-plan.ts";
import type { Phase, UnitState } from "../unit/unit-state.ts";
import { keptPlan } from "./approval-status.ts";
import { statusText } from "./status-text.ts";

/** The status of a condition. */
export type Truth = "True" | "False" | "Unknown";

/** One condition, without its transition time. */
export interface ConditionWords {
  readonly type: "Ready" | "Reconciling" | "Stalled" | "SourceReachable" | "ApprovalRequired";
  readonly status: Truth;
  readonly reason: string;
  readonly message: string;
}

/**
 * Returns the conditions of a unit, as kstatus reads them: in progress while `Reconciling` is True, failed
 * while `Stalled` is. `Ready` is about what was last applied. So it stays True while nothing new is to apply:
 * when the live state is compared or corrected, when the unit is blocked or suspended then, and when git is
 * unreachable, which `SourceReachable` reports. While something new is applied or waited for it is Unknown,
 * which is not an error, and False once that has failed, until it has succeeded. While a plan waits for
 * approval it is Unknown even for the same revision: the cluster is not as that says. `previous` is the
 * status as last reported. Source: kstatus, "Conditions"; the reasons are those of Flux, which dashboards
 * know.
 */
export function unitConditions(state: UnitState, previous: JsonObject): readonly ConditionWords[] {
  const message = conditionMessage(state);
  const reason = reasonOf(state);
  const isWorking = isAtWork(state);
  const isStalled = state.phase === "Stalled";
  return [
    { type: "Ready", status: readyOf(state, previous), reason, message },
    {
      type: "Reconciling",
      status: isWorking ? "True" : "False",
      reason: isWorking && isRetry(state) ? "ProgressingWithRetry" : reason,
      message: isWorking ? message : "",
    },
    { type: "Stalled", status: isStalled ? "True" : "False", reason, message: isStalled ? message : "" },
    sourceCondition(state),
    ...approvalConditions(state, previous),
  ];
}

/**
 * A condition that exists since the first plan that waited, True while one does: `kubectl wait
 * --for=condition=ApprovalRequired`.
 */
function approvalConditions(state: UnitState, previous: JsonObject): readonly ConditionWords[] {
  const { name, pendingPlan } = state;
  if (pendingPlan === undefined) {
    return keptPlan(state, previous) === undefined
      ? approvedConditions(state, previous)
      : keptConditions(previous);
  }
  const reason = pendingPlan.unmatched === undefined ? "PlanPending" : "ApprovalOfOtherPlan";
  const message = statusText(
    `${pendingMessage(pendingPlan)}; approve it with ${approvalCommand(name, pendingPlan)}`,
  );
  return [{ type: "ApprovalRequired", status: "True", reason, message }];
}

function approvedConditions({ approvedPlan }: UnitState, previous: JsonObject): readonly ConditionWords[] {
  const digest = approvedPlan ?? stringField(previous, "approvedPlan");
  const message = `plan ${shortDigest(digest ?? "")} is approved`;
  return digest === undefined
    ? []
    : [{ type: "ApprovalRequired", status: "False", reason: "Approved", message }];
}

function keptConditions(previous: JsonObject): readonly ConditionWords[] {
  const type = "ApprovalRequired";
  const before = listField(previous, "conditions").filter((entry) => stringField(entry, "type") === type);
  return before.map((entry) => ({
    type,
    status: "True",
    reason: stringField(entry, "reason") ?? "PlanPending",
    message: stringField(entry, "message") ?? "",
  }));
}

/** Returns the message for people, with the wait and the source fault unless it has them already. */
export function conditionMessage({ message, sourceFault, waiting }: UnitState): string {
  const wait = waiting === undefined || message.includes(waiting.message) ? "" : `; ${waiting.message}`;
  const isKnown = sourceFault === undefined || message.includes(sourceFault);
  return statusText(`${message}${wait}${isKnown ? "" : `; git: ${sourceFault}`}`);
}

/** Reports whether the revision that is looked at or waited for is the one already applied. */
export function isOfStatus({ phase, attempted, observed }: UnitState, previous: JsonObject): boolean {
  const target = phase === "Reconciling" ? attempted : observed;
  const applied = field(objectField(previous, "appliedRevision"), "commit");
  return target !== undefined && target.commit === applied;
}

const pausing: ReadonlySet<Phase> = new Set<Phase>([
  "Pending",
  "Elsewhere",
  "Blocked",
  "AwaitingApproval",
  "Reconciling",
]);

function isAtWork({ phase, retryAt }: UnitState): boolean {
  return pausing.has(phase) || (phase === "Failed" && retryAt !== undefined);
}

function isRetry({ phase, failures }: UnitState): boolean {
  return phase === "Failed" || (phase === "Reconciling" && failures > 0);
}

const reasons: Readonly<Record<Phase, string>> = {
  Pending: "Pending",
  Elsewhere: "Pending",
  Suspended: "Suspended",
  Blocked: "DependencyNotReady",
  AwaitingApproval: "WaitingForApproval",
  Reconciling: "Progressing",
  Ready: "ReconciliationSucceeded",
  Failed: "ReconciliationFailed",
  Stalled: "ReconciliationFailed",
};

function reasonOf({ phase, sourceFault, attempted }: UnitState): string {
  const isOfSource = sourceFault !== undefined && attempted === undefined;
  return phase === "Failed" && isOfSource ? "SourceFailed" : reasons[phase];
}

function readyOf(state: UnitState, previous: JsonObject): Truth {
  const { phase } = state;
  if (phase === "Ready") {
    return "True";
  }
  if (phase === "Failed" || phase === "Stalled") {
    return "False";
  }
  if (phase === "AwaitingApproval") {
    return "Unknown";
  }
  const before = truthOf(previous, "Ready");
  const stays = phase === "Suspended" || isOfStatus(state, previous) || isSameFailure(state, previous);
  return stays ? before : "Unknown";
}

/** Reports whether what has failed is being retried: it has not succeeded since. */
function isSameFailure({ phase, failures, attempted }: UnitState, previous: JsonObject): boolean {
  const before = field(objectField(previous, "attemptedRevision"), "commit");
  return phase === "Reconciling" && failures > 0 && attempted?.commit === before;
}

function truthOf(status: JsonObject, type: string): Truth {
  const condition = listField(status, "conditions").find((entry) => stringField(entry, "type") === type);
  const truth = stringField(condition, "status");
  return truth === "True" || truth === "False" ? truth : "Unknown";
}

function sourceCondition({ sourceFault, observed }: UnitState): ConditionWords {
  const type = "SourceReachable";
  if (sourceFault !== undefined) {
    return { type, status: "False", reason: "SourceFailed", message: statusText(sourceFault) };
  }
  return observed === undefined
    ? { type, status: "Unknown", reason: "Pending", message: "" }
    : { type, status: "True", reason: "SourceSucceeded", message: "" };
}
