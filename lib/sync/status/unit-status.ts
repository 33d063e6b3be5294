import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  sameJson,
  stringField,
} from "../../object/json.ts";
import type { Fight, UnitState } from "../unit/unit-state.ts";
import { revisionObject, timeOf, wholeSeconds } from "./revision-status.ts";
import { approvalStatus } from "./approval-status.ts";
import { rolloutStatus } from "./rollout-status.ts";
import { longestName, statusText } from "./status-text.ts";
import { isOfOtherSource } from "./unit-resource.ts";
import {
  type ConditionWords,
  unitConditions,
  isOfStatus,
  conditionMessage,
  truthOf,
} from "./unit-conditions.ts";

/** The input of the status of a unit. */
export interface StatusFacts {
  readonly state: UnitState;
  /**
   * The objects that the run under way waits for, in words; empty without a run, or if it waits for nothing.
   */
  readonly awaited: string;
  /** The status as last reported; empty if there is none. */
  readonly previous: JsonObject;
  /** The generation of the resource that the status is about. */
  readonly generation: number;
  /** The replica that keeps the unit. */
  readonly keptBy: string;
  /** The repository and ref of the unit (`sourceObject`). */
  readonly source: JsonObject;
  /** Whether a person approves its plans. */
  readonly isManual: boolean;
  /** The facts remembered of the unit (`keepsObject`). */
  readonly keeps: JsonObject;
  /** The request that the last finished run has answered. */
  readonly handled: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Builds the status of a unit. What is not known since the process began keeps its previous value, except for
 * revisions of another source, and a plan that needs no approval any more.
 */
export function unitStatusBody(facts: StatusFacts): JsonObject {
  const { generation, keptBy, source, isManual } = facts;
  const previous = previousOf(facts);
  const state = waitingState(facts);
  const handled = facts.handled ?? stringField(previous, "lastHandledRequest");
  return present({
    observedGeneration: generation,
    phase: state.phase,
    message: conditionMessage(state),
    conditions: unitConditions(state, previous)
      .filter(({ type }) => isManual || type !== "ApprovalRequired")
      .map((condition) => conditionObject(condition, facts)),
    source,
    observedRevision: revisionObject(state.observed) ?? field(previous, "observedRevision"),
    attemptedRevision: revisionObject(state.attempted) ?? field(previous, "attemptedRevision"),
    appliedRevision: revisionObject(state.applied) ?? field(previous, "appliedRevision"),
    lastReadyTime: timeOf(state.lastReadyAt) ?? field(previous, "lastReadyTime"),
    ...rolloutStatus(state, previous),
    ...approvalStatus(state, previous),
    health: { ...state.health },
    fights: state.fights.length === 0 ? undefined : state.fights.slice(0, mostFights).map(fightObject),
    blockedBy: state.blockedBy.length === 0 ? undefined : [...state.blockedBy],
    failures: state.failures,
    retryTime: timeOf(state.retryAt),
    keptBy: statusText(keptBy, longestName),
    keeps: facts.keeps,
    lastHandledRequest: handled === undefined ? undefined : statusText(handled),
  });
}

function previousOf({ previous, source, isManual }: StatusFacts): JsonObject {
  const known = isOfOtherSource(previous, source) ? withoutFields(previous, revisionFields) : previous;
  return isManual ? known : withoutFields(known, new Set(["pendingPlan"]));
}

const revisionFields = new Set([
  "observedRevision",
  "attemptedRevision",
  "appliedRevision",
  "readySince",
  "promotion",
  "approvedPlan",
  "pendingPlan",
]);

function withoutFields(status: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([name]) => !names.has(name)));
}

function waitingState({ state, awaited }: Pick<StatusFacts, "state" | "awaited">): UnitState {
  const isWaiting = state.phase === "Reconciling" && awaited !== "";
  return isWaiting ? { ...state, message: `${state.message}; ${awaited}` } : state;
}

/**
 * The urgency of writing a status, given the previous one: an ending at once, a new revision without a run
 * after the endings of other units, what only flickers later, and some never.
 */
export type Urgency = "now" | "unhurried" | "soon" | "later" | "never";

/** Milliseconds from a change until it is written: an ending comes with several changes. */
export const delayOf: Readonly<Record<Exclude<Urgency, "never">, number>> = {
  now: 20,
  unhurried: 20,
  soon: 1000,
  later: 10_000,
};

const endings = [
  "phase",
  "lastHandledRequest",
  "failures",
  "fights",
  "keeps",
  "readySince",
  "promotion",
  "lastHandledPromotion",
  "pendingPlan",
  "approvedPlan",
];

/** A status to write, and its urgency. */
export interface NextStatus {
  readonly status: JsonObject;
  readonly urgency: Urgency;
}

/** Returns the next status of a unit, with the urgency of writing it over the previous one. */
export function nextStatus(facts: StatusFacts): NextStatus {
  const status = unitStatusBody(facts);
  return { status, urgency: urgencyOf(facts.state, facts.previous, status) };
}

/** Returns the urgency of writing a changed status. */
export function urgencyOf(state: UnitState, previous: JsonObject, next: JsonObject): Urgency {
  const isReported = previous["phase"] !== undefined;
  if (isReported && (state.phase === "Pending" || isSame(previous, next))) {
    return "never";
  }
  const hasChanged = (name: string): boolean => !sameJson(field(previous, name), field(next, name));
  if (state.phase === "AwaitingApproval" || hasChanged("approvedPlan")) {
    return "now";
  }
  if (state.phase === "Reconciling" || state.phase === "Blocked") {
    return isReported && isOfStatus(state, previous) ? "later" : "soon";
  }
  return urgencyOfChange(hasChanged, truthOf(previous, "Ready") !== truthOf(next, "Ready"));
}

/** Without a run, only the revision changes, or a fight decides whether the unit is ready. */
function urgencyOfChange(hasChanged: (name: string) => boolean, isReadyChanged: boolean): Urgency {
  if (endings.some(hasChanged)) {
    return "now";
  }
  if (!hasChanged("appliedRevision")) {
    return isReadyChanged ? "soon" : "later";
  }
  return hasChanged("lastReadyTime") ? "now" : "unhurried";
}

/**
 * Reports whether a status is not news: a source without other revisions is not, and the message of a run
 * (`12 objects, 3 changed`) is not while the unit stays ready at the same revision.
 */
function isSame(previous: JsonObject, next: JsonObject): boolean {
  return sameJson(comparable(previous, next), comparable(next, previous));
}

function comparable(status: JsonObject, other: JsonObject): JsonObject {
  const isQuiet = [status, other].every(
    (one) => one["phase"] === "Ready" && one["fights"] === undefined && !hasFalse(one),
  );
  const quiet = ["source", "lastReadyTime"];
  return withoutFields(status, new Set(isQuiet ? [...quiet, "message", "conditions"] : quiet));
}

function hasFalse(status: JsonObject): boolean {
  return listField(status, "conditions").some(
    (entry) => stringField(entry, "type") === "SourceReachable" && stringField(entry, "status") !== "True",
  );
}

const mostFights = 20;
const mostRivals = 20;

/**
 * Builds a condition, with the time of its last change of status, in whole seconds as everywhere in
 * Kubernetes.
 */
function conditionObject(words: ConditionWords, { previous, generation, now }: StatusFacts): JsonObject {
  const before = listField(previous, "conditions").find(
    (entry) => stringField(entry, "type") === words.type && stringField(entry, "status") === words.status,
  );
  return {
    type: words.type,
    status: words.status,
    observedGeneration: generation,
    lastTransitionTime: stringField(before, "lastTransitionTime") ?? wholeSeconds(now),
    reason: words.reason,
    message: words.message,
  };
}

function fightObject({ key, rivals, until }: Fight): JsonObject {
  return {
    object: key,
    rivals: rivals.slice(0, mostRivals).map((rival) => statusText(rival, longestName)),
    until: wholeSeconds(until),
  };
}

function present(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const known: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) {
      known[name] = value;
    }
  }
  return known;
}

/** Returns the status of a resource as it is stored; empty if it has none. */
export function statusOfUnit(object: JsonObject | undefined): JsonObject {
  return objectField(object, "status");
}
