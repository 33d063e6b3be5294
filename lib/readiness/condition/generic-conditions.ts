import {
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
} from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { type StatusCondition, conditionsOf, isStale, messageOf, reasonOf } from "./condition.ts";
import { integerAt, current, failed, inProgress, reasonWord, suspended } from "./readiness-result.ts";
import { meaningOf, reportsFailure, type WordMeaning } from "./status-words.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { stalledReadiness } from "./kstatus.ts";

/** The time a controller has to report on a change by this run, in milliseconds. */
const grace = 30_000;

/** The conditions that mean an object is ready; the first one found decides. */
const verdictTypes = ["Ready", "Succeeded", "Available", "Established"];

/** Conditions that must not be False besides it: an object with a change that failed may still be Ready. */
const supportingTypes = new Set(
  "Synced Reconciled Healthy Accepted Programmed ResolvedRefs Applied Valid Complete Completed Configured".split(
    " ",
  ),
);

/** Endings of the types of conditions whose True reports a failure. */
const negativeType =
  /^Invalid|(?:Failed|Failure|Failures|Error|Errors|Errored|Degraded|Unhealthy|Invalid|Misconfigured|Stalled)$/;

/** Endings of the types of conditions whose False means that something is missing. */
const positiveType =
  /(?:Ready|Succeeded|Successful|Available|Established|Healthy|Complete|Completed|Created|Deployed|Applied|Synced|Accepted|Valid|Resolved|ResolvedRefs|Scheduled|Reachable|Initialized|Provisioned|Installed|Bound|Programmed|Reconciled|Finished|Updated|Active|Exists|Up)$/;

/** Types of conditions whose True means that a controller is at work. */
const workingType =
  /^(?:Running|Progressing|Updating|Creating|Deploying|Installing|Upgrading|Scaling|Pending|Processing|Provisioning|Initializing|RollingOut)$/;

const suspendedTypes: ReadonlySet<string> = new Set(["Suspended", "Paused", "Hibernated"]);

const inPlace = current("InPlace", "exists");
const silent = current("NotReported", "its controller has not reported");

/**
 * The readiness of an object of a kind without a rule of its own, by what many controllers report: fields of
 * the spec that suspend it, conditions by their polarity, a phase or state, an error. Sources: the conventions
 * of the Kubernetes API on conditions and phases
 * (https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties)
 * and kstatus (https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md).
 *
 * If its CRD has a status, or its conditions are of an older generation, its controller is given 30 s from the
 * last change to report, and to withdraw a failure.
 */
export function genericReadiness(object: JsonObject, surroundings: Surroundings): Readiness {
  const said = reportedReadiness(object);
  if (said !== undefined) {
    return withGrace(object, said, surroundings);
  }
  const conditions = conditionsOf(object);
  const isOutdated = conditions.length > 0 && freshConditions(object).length === 0;
  return isOutdated ? (pending(surroundings) ?? inPlace) : withoutVerdict(object, surroundings);
}

/** The verdict, unless it is a failure that the controller still has time to withdraw. */
export function withGrace(object: JsonObject, said: Readiness, surroundings: Surroundings): Readiness {
  return said.state === "Failed" ? (notYet(object, said, surroundings) ?? said) : said;
}

function freshConditions(object: JsonObject): readonly StatusCondition[] {
  const generation = generationOf(object);
  return conditionsOf(object).filter((condition) => !isStale(condition, generation));
}

/** The readiness by what the controller reports, as in `genericReadiness`; undefined if it says nothing. */
export function reportedReadiness(object: JsonObject): Readiness | undefined {
  const fresh = freshConditions(object);
  return (
    suspension(object, fresh) ??
    byRetry(fresh) ??
    stalledReadiness(fresh, ["Stalled", "Failed"]) ??
    byNegative(fresh) ??
    byVerdict(object, fresh) ??
    byPhaseAndOthers(object, fresh) ??
    byError(object) ??
    byFlag(object) ??
    byReplicas(object)
  );
}

/** Suspended by its spec, or by a condition. */
function suspension(object: JsonObject, conditions: readonly StatusCondition[]): Readiness | undefined {
  const spec = objectField(object, "spec");
  const name = ["suspend", "suspended", "paused"].find((each) => field(spec, each) === true);
  if (name !== undefined) {
    return { ...suspended("Suspended", `spec.${name} is true`), rule: `spec.${name}` };
  }
  const found = conditions.find(({ type, status }) => suspendedTypes.has(type) && status === "True");
  return found && byCondition(found, suspended(reasonOf(found, found.type), messageOf(found)));
}

/** Failed while the controller goes on trying: `Reconciling` with a reason such as `ProgressingWithRetry`. */
function byRetry(conditions: readonly StatusCondition[]): Readiness | undefined {
  const isRetried = conditions.some(
    ({ type, status, reason }) => type === "Reconciling" && status === "True" && reason.endsWith("Retry"),
  );
  const ready = conditions.find(({ type, status }) => type === "Ready" && status === "False");
  return isRetried && ready !== undefined
    ? byCondition(ready, failed(reasonOf(ready, "NotReady"), messageOf(ready)))
    : undefined;
}

/** Failed by a condition whose True reports a failure. */
function byNegative(conditions: readonly StatusCondition[]): Readiness | undefined {
  const found = conditions.find(({ type, status }) => status === "True" && negativeType.test(type));
  return found && byCondition(found, failed(reasonOf(found, found.type), messageOf(found)));
}

/** The readiness by the condition that sums up the others; undefined if there is none. */
function byVerdict(object: JsonObject, conditions: readonly StatusCondition[]): Readiness | undefined {
  const verdict = verdictTypes
    .map((type) => conditions.findLast((condition) => condition.type === type))
    .find((condition) => condition !== undefined);
  const open = conditions.filter(({ type, status }) => supportingTypes.has(type) && status !== "True");
  const supporting = open.find((condition) => speaksOfFailure(condition)) ?? open[0];
  const isWorse =
    verdict === undefined || verdict.status === "True" || speaksOfFailure(supporting ?? verdict);
  const deciding = isWorse ? (supporting ?? verdict) : verdict;
  if (deciding === undefined) {
    return undefined;
  }
  const said = verdictOf(object, deciding);
  const phase = byPhase(object);
  const outweighs =
    phase?.state === "Suspended" || phase?.state === "Failed" || phase?.state === "InProgress";
  return outweighs && said.state !== "Failed" ? phase : said;
}

function verdictOf(object: JsonObject, condition: StatusCondition): Readiness {
  if (condition.status === "True" && /^(?:Complete|Completed)$/.test(condition.type)) {
    const end = meaningOf(condition.reason) === "failed" ? failed : current;
    return byCondition(condition, end(reasonOf(condition, condition.type), messageOf(condition)));
  }
  if (condition.status === "True") {
    return byCondition(condition, current(condition.type, `${condition.type} is True`));
  }
  // An object that runs to completion, and has ended without success (Tekton, Knative).
  const isOver =
    condition.type === "Succeeded" &&
    condition.status === "False" &&
    stringField(objectField(object, "status"), "completionTime") !== undefined;
  if (/(?:Paused|Suspended)$/.test(condition.reason)) {
    return byCondition(condition, suspended(condition.reason, messageOf(condition)));
  }
  const hasFailed = isOver || (condition.status === "False" && speaksOfFailure(condition));
  const said = hasFailed ? failed : inProgress;
  return byCondition(condition, said(reasonOf(condition, `Not${condition.type}`), messageOf(condition)));
}

function speaksOfFailure({ reason, message, severity }: StatusCondition): boolean {
  if (severity === "Error") {
    return true;
  }
  const meaning = meaningOf(reason);
  return meaning === "failed" || (meaning === undefined && reportsFailure(message));
}

/** The fields of a status that hold a phase, most telling first. */
const phaseFields = ["phase", "state", "status", "health", "compliant"];

/** Names of other fields that hold one: `overallStatus`, `currentState`, `healthStatus`. */
const phaseSuffix = /(?:Phase|State|Status|Health)$/;

/** The meanings in the order in which one of several phases decides. */
const gravest = ["failed", "suspended", "working", "ready"] as const;

/** The readiness by a phase or a state, or by several; undefined if there is none whose meaning is known. */
function byPhase(object: JsonObject): Readiness | undefined {
  const status = objectField(object, "status");
  const main = phaseFields.flatMap((name) => phaseIn(name, field(status, name)) ?? []).slice(0, 1);
  const others = Object.keys(status).filter((name) => phaseSuffix.test(name));
  const phases = main.length > 0 ? main : others.flatMap((name) => phaseIn(name, field(status, name)) ?? []);
  const found = gravest
    .map((meaning) => phases.find((phase) => phase.meaning === meaning))
    .find((phase) => phase !== undefined);
  if (found === undefined) {
    return undefined;
  }
  const message = ["message", "reason"].map((key) => stringField(status, key)).find(Boolean);
  const said = phaseStates[found.meaning](
    reasonWord(found.word, "Reported"),
    message ?? `${found.name} is ${found.word}`,
  );
  return { ...said, rule: `status.${found.name}` };
}

const phaseStates = { ready: current, working: inProgress, failed, suspended } as const;

interface Phase {
  readonly name: string;
  readonly word: string;
  readonly meaning: WordMeaning;
}

/** A word, directly or as `state`, `status` or `phase` of an object; a sentence only if it reports a failure. */
function phaseIn(name: string, value: JsonValue | undefined): Phase | undefined {
  const word = isObject(value)
    ? ["state", "status", "phase", "health"]
        .map((each) => stringField(value, each))
        .find((each) => each !== undefined && each !== "")
    : typeof value === "string"
      ? value
      : undefined;
  const meaning = word === undefined || word === "" ? undefined : meaningOf(word);
  return word === undefined || meaning === undefined ? undefined : { name, word, meaning };
}

/** The readiness by a phase, unless other conditions report worse. */
function byPhaseAndOthers(object: JsonObject, conditions: readonly StatusCondition[]): Readiness | undefined {
  const phase = byPhase(object);
  const others = byOthers(conditions);
  const isWorse = others !== undefined && others.state !== "Current";
  return phase?.state === "Current" && isWorse ? others : (phase ?? others);
}

/** The readiness by all other conditions; undefined if none says anything. */
function byOthers(conditions: readonly StatusCondition[]): Readiness | undefined {
  const lacking = conditions.filter(({ type, status }) => status !== "True" && positiveType.test(type));
  const broken = lacking.find((condition) => condition.status === "False" && speaksOfFailure(condition));
  if (broken !== undefined) {
    return byCondition(broken, failed(reasonOf(broken, `Not${broken.type}`), messageOf(broken)));
  }
  const open =
    conditions.find(({ type, status, reason }) => {
      const isOver = meaningOf(reason) === "ready" || /(?:Available|Complete|Completed)$/.test(reason);
      return workingType.test(type) && status === "True" && !isOver;
    }) ?? lacking[0];
  if (open !== undefined) {
    return byCondition(open, inProgress(reasonOf(open, `Not${open.type}`), messageOf(open)));
  }
  const last = conditions.findLast(({ type, status }) => status === "True" && positiveType.test(type));
  return last && byCondition(last, current(reasonOf(last, last.type), messageOf(last)));
}

const errorFields = ["error", "errorMessage", "failureMessage", "lastError"];

/** Failed by a text about an error. */
function byError(object: JsonObject): Readiness | undefined {
  const status = objectField(object, "status");
  for (const name of errorFields) {
    const text = stringField(status, name) ?? "";
    if (text !== "") {
      return { ...failed("Error", text), rule: `status.${name}` };
    }
  }
  return undefined;
}

/** The readiness by a flag that sums up the others; a controller that is not ready may still be at work. */
function byFlag(object: JsonObject): Readiness | undefined {
  const status = objectField(object, "status");
  for (const [name, whenFalse] of [
    ["healthy", failed],
    ["ready", inProgress],
  ] as const) {
    const flag = field(status, name);
    if (typeof flag === "boolean") {
      const said = flag ? current("Reported", `${name} is true`) : whenFalse("Reported", `${name} is false`);
      return { ...said, rule: `status.${name}` };
    }
  }
  return undefined;
}

/** The readiness by the number of ready replicas. */
function byReplicas(object: JsonObject): Readiness | undefined {
  const wanted = integerAt(object, ["spec", "replicas"]) ?? integerAt(object, ["status", "replicas"]);
  const ready = ["readyReplicas", "availableReplicas"]
    .map((name) => integerAt(object, ["status", name]))
    .find((amount) => amount !== undefined);
  if (wanted === undefined || ready === undefined) {
    return undefined;
  }
  const message = `${ready} of ${wanted} replicas ready`;
  const said = ready < wanted ? inProgress("ReplicasNotReady", message) : current("ReplicasReady", message);
  return { ...said, rule: "status.replicas" };
}

function byCondition({ type }: StatusCondition, said: Readiness): Readiness {
  return { ...said, rule: `condition ${type}` };
}

function withoutVerdict(object: JsonObject, surroundings: Surroundings): Readiness {
  const owesStatus = surroundings.definition?.hasStatus === true && !hasSpoken(object);
  return owesStatus ? (pending(surroundings) ?? silent) : inPlace;
}

/**
 * A failure from before the last change is given the same time to be withdrawn, if no generation shows its
 * age.
 */
function notYet(object: JsonObject, stalled: Readiness, surroundings: Surroundings): Readiness | undefined {
  const conditions = conditionsOf(object);
  const { changedAt } = surroundings;
  const reportsAge =
    integerAt(object, ["status", "observedGeneration"]) !== undefined ||
    conditions.some(({ observedGeneration }) => observedGeneration !== undefined);
  // Conditions have a resolution of one second.
  const isNew =
    changedAt === undefined ||
    conditions.some(
      ({ status, since }) => status === "True" && since !== undefined && since > changedAt - 1000,
    );
  return stalled.state !== "Failed" || reportsAge || isNew ? undefined : pending(surroundings);
}

function hasSpoken(object: JsonObject): boolean {
  return Object.values(objectField(object, "status")).some((value) => !isEmpty(value));
}

function isEmpty(value: JsonValue): boolean {
  if (isArray(value)) {
    return value.length === 0;
  }
  return isObject(value) ? Object.keys(value).length === 0 : value === null || value === "";
}

/** The controller still has time to report; undefined if that has run out, or nothing was changed. */
function pending({ changedAt, now }: Surroundings): Readiness | undefined {
  const left = changedAt === undefined ? 0 : Math.min(changedAt + grace - now, grace);
  return left > 0
    ? { ...inProgress("NotReported", "waiting for its controller to report"), askAgain: left }
    : undefined;
}
