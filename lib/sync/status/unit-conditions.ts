import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { count } from "../../object/message-text.ts";
import { approvalCommand, hasPartOfDigest, pendingMessage, shortDigest } from "../approval/pending-plan.ts";
import type { Fight, Phase, UnitState } from "../unit/unit-state.ts";
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
 * approval it is Unknown even for the same revision: the cluster is not as that says. It is False while an
 * object whose corrections pause differs. `previous` is the status as last reported. Source: kstatus,
 * "Conditions"; the reasons are those of Flux, which dashboards know.
 */
export function unitConditions(state: UnitState, previous: JsonObject): readonly ConditionWords[] {
  const message = conditionMessage(state);
  const reason = reasonOf(state);
  const isWorking = isAtWork(state);
  const isStalled = state.phase === "Stalled";
  return [
    { type: "Ready", ...readyOf(state, previous), message },
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
  const other = hasPartOfDigest(pendingPlan) ? "ApprovalIncomplete" : "ApprovalOfOtherPlan";
  const reason = pendingPlan.unmatched === undefined ? "PlanPending" : other;
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
export function conditionMessage({ phase, message, sourceFault, waiting, fights }: UnitState): string {
  const wait = waiting === undefined || message.includes(waiting.message) ? "" : `; ${waiting.message}`;
  const fight = phase === "Ready" ? lostWords(fights) : "";
  const isKnown = sourceFault === undefined || message.includes(sourceFault);
  return statusText(`${message}${fight}${wait}${isKnown ? "" : `; git: ${sourceFault}`}`);
}

/** Describes the objects that differ from git while their corrections pause. */
function lostWords(fights: readonly Fight[]): string {
  const [first, ...others] = fights.filter(({ isDrifted }) => isDrifted);
  if (first === undefined) {
    return "";
  }
  const rivals = first.rivals.length === 0 ? "another client" : first.rivals.join(", ");
  const more = others.length === 0 ? "" : ` (and ${count(others.length, "more object")})`;
  return `; ${first.key} differs from git: ${rivals} keeps changing it, and its corrections are paused${more}`;
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

/** The reason of `Ready` while an object that is fought over differs from git. */
const lost = "FightDetected";

function readyOf(state: UnitState, previous: JsonObject): Pick<ConditionWords, "status" | "reason"> {
  const { phase } = state;
  const reason = reasonOf(state);
  if (phase === "Ready") {
    const isLost = state.fights.some(({ isDrifted }) => isDrifted);
    return isLost ? { status: "False", reason: lost } : { status: "True", reason };
  }
  if (phase === "Failed" || phase === "Stalled") {
    return { status: "False", reason };
  }
  if (phase === "AwaitingApproval") {
    return { status: "Unknown", reason };
  }
  const stays = phase === "Suspended" || isOfStatus(state, previous) || isSameFailure(state, previous);
  if (!stays) {
    return { status: "Unknown", reason };
  }
  const isLost = stringField(conditionIn(previous, "Ready"), "reason") === lost;
  return { status: truthOf(previous, "Ready"), reason: isLost ? lost : reason };
}

/**
 * Reports whether a status says that the unit has what it was last applied with, however another client
 * changes it: what depends on it need not wait.
 */
export function hasAppliedAll(status: JsonObject): boolean {
  const reason = stringField(conditionIn(status, "Ready"), "reason");
  return truthOf(status, "Ready") === "True" || reason === lost;
}

/** Reports whether what has failed is being retried: it has not succeeded since. */
function isSameFailure({ phase, failures, attempted }: UnitState, previous: JsonObject): boolean {
  const before = field(objectField(previous, "attemptedRevision"), "commit");
  return phase === "Reconciling" && failures > 0 && attempted?.commit === before;
}

function conditionIn(status: JsonObject, type: string): JsonValue | undefined {
  return listField(status, "conditions").find((entry) => stringField(entry, "type") === type);
}

/** Returns the status of a condition of a unit. */
export function truthOf(status: JsonObject, type: ConditionWords["type"]): Truth {
  const truth = stringField(conditionIn(status, type), "status");
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
