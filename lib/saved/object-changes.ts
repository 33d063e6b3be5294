/** Compares the decisions of a saved plan with those that are made now, object by object. */
import type { Decision } from "../apply/decide/decide-object.ts";
import type { PlannedObject } from "../plan/plan.ts";
import { isSameState } from "./live-state.ts";
import type { DecisionWord, LiveState, SavedDecision } from "./saved-plan.ts";

/**
 * Whether a run of the plan has begun before: `resumed` if it has not succeeded, `applied` if it has. Its own
 * writes are not changes.
 */
export type SavedProgress = "fresh" | "resumed" | "applied";

/** The decision on an object now, and the live state that it rests on. */
export interface ObjectNow {
  readonly object: Pick<PlannedObject, "hook" | "deletePolicy">;
  readonly decision: Decision;
  /** The word for the decision, without a dry run. */
  readonly word: DecisionWord;
  /** Null if the object does not exist. */
  readonly state: LiveState | null;
  /** Its last writers: ` by kubectl-edit`; empty if they are unknown. */
  readonly writers: string;
  /** Whether an earlier run of this plan has written it. */
  readonly isWritten: boolean;
}

/** The change of an object since the plan was saved, to follow its name; undefined for none. */
export function changeOf(was: SavedDecision, now: ObjectNow, progress: SavedProgress): string | undefined {
  const { decision, state } = now;
  if (isOursToFinish(was, now, progress)) {
    return undefined;
  }
  if (decision.type === "foreign") {
    return was.decision === "refused" ? undefined : `cannot be written now: ${decision.reason}`;
  }
  if (state === null) {
    return absentChange(was, now);
  }
  if (was.live === null) {
    return was.decision === "refused" ? "is no longer refused" : `was created${now.writers}`;
  }
  const changed = changedState(was.live, state);
  return changed === undefined ? changedDecision(was, now) : `${changed}${now.writers}`;
}

const writing: ReadonlySet<DecisionWord> = new Set(["create", "update", "recreate", "take-over"]);

/**
 * Reports whether an object is as planned already, or on its way there: a run of this plan was interrupted.
 * An unchanged object has our field manager, our mark, and the planned content.
 */
function isOursToFinish(was: SavedDecision, now: ObjectNow, progress: SavedProgress): boolean {
  if (writing.has(was.decision) && now.decision.type === "unchanged") {
    return true;
  }
  const isResumed = progress === "resumed";
  const isBetween = now.decision.type === "apply" && now.decision.live === undefined;
  return isResumed && (now.object.hook !== null || (was.decision === "recreate" && isBetween));
}

/** The change of an object that does not exist now. */
function absentChange(was: SavedDecision, now: ObjectNow): string | undefined {
  if (was.live !== null) {
    return "was deleted";
  }
  if (!now.isWritten || was.decision !== "create") {
    return changedDecision(was, now);
  }
  // A Job that has completed may be gone by its time to live, or by a policy.
  const mayBeGone = now.decision.type === "left" || now.object.deletePolicy.length > 0;
  return mayBeGone ? undefined : "was deleted";
}

/** The change of a decision on the same live state. */
function changedDecision(was: SavedDecision, { decision, word }: ObjectNow): string | undefined {
  // Only a dry run distinguishes a recreation.
  if (word === was.decision || (was.decision === "recreate" && writing.has(word))) {
    return undefined;
  }
  if (was.decision === "refused") {
    return "is no longer refused";
  }
  const hasOtherOwners = was.live !== null && typeOf(was.decision) !== decision.type;
  return hasOtherOwners
    ? "has other field owners"
    : `has the decision ${word} now, and had ${was.decision} in the plan`;
}

const types: ReadonlyMap<DecisionWord, Decision["type"]> = new Map([
  ["unchanged", "unchanged"],
  ["left", "left"],
  ["refused", "foreign"],
]);

function typeOf(word: DecisionWord): Decision["type"] {
  return types.get(word) ?? "apply";
}

/** The change from one live state of an object to another; undefined for none. */
export function changedState(was: LiveState, now: LiveState): string | undefined {
  if (was.uid !== now.uid) {
    return "was deleted and created again";
  }
  return isSameState(was, now) ? undefined : "was changed";
}

/** A decision that is another one now: `Deployment/web: update instead of unchanged`. */
export function differenceOf(was: SavedDecision, word: DecisionWord, name: string): string | undefined {
  const isSame = word === was.decision || (word === "update" && was.decision === "recreate");
  return isSame ? undefined : `${name}: ${word} instead of ${was.decision}`;
}
