import { field, isArray, isObject, type JsonObject, type JsonValue, objectField } from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { type StatusCondition, conditionsOf, isStale, messageOf, reasonOf } from "./condition.ts";
import { integerAt, current, failed, inProgress, suspended } from "./readiness-result.ts";
import { phaseReadiness } from "./phase.ts";
import { meaningOf } from "./status-words.ts";
import { byCondition, speaksOfFailure, verdictReadiness } from "./verdict-condition.ts";
import { summaryReadiness } from "./summary-fields.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { stalledReadiness } from "./kstatus.ts";

/** The time a controller has to report on a change by this run, in milliseconds. */
const grace = 30_000;

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
 * the spec that suspend it, conditions by their polarity, a phase or state, an error. Sources: the API
 * conventions of Kubernetes on conditions and phases (https://k8s.io/docs/reference/using-api/ and
 * sig-architecture/api-conventions.md in kubernetes/community), and kstatus
 * (https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md).
 *
 * If its CRD has a status, or its conditions are of an older generation, its controller is given 30 s from
 * the last change to report, and to withdraw a failure.
 */
export function genericReadiness(object: JsonObject, surroundings: Surroundings): Readiness {
  const said = reportedReadiness(object);
  if (said !== undefined) {
    return withGrace(object, said, surroundings);
  }
  const conditions = conditionsOf(object);
  const isOutdated = conditions.length > 0 && freshConditions(object).length === 0;
  return isOutdated
    ? (pending(surroundings) ?? verdictReadiness(object, conditions) ?? inPlace)
    : withoutVerdict(object, surroundings);
}

/**
 * The verdict, unless it is a failure that the controller still has time to withdraw. Most controllers try
 * again: what an object needs may be missing only until the rest of the set is there.
 */
export function withGrace(object: JsonObject, said: Readiness, surroundings: Surroundings): Readiness {
  if (said.state !== "Failed") {
    return said;
  }
  const isStalled = freshConditions(object).some(
    ({ type, status }) => status === "True" && (type === "Stalled" || type === "Failed"),
  );
  return (isStalled ? notYet(object, said, surroundings) : retried(object, said, surroundings)) ?? said;
}

/** Names of fields of a status that show that the work has ended. */
const ends = ["completionTime", "completionTimestamp", "endTime", "finishedAt", "finished"];

/** A failure that is younger than the time for a report, counted from the last change of a condition. */
function retried(
  object: JsonObject,
  said: Readiness,
  { changedAt = -Infinity, now }: Surroundings,
): Readiness | undefined {
  const status = objectField(object, "status");
  const changes = conditionsOf(object).map(({ since }) => since ?? -Infinity);
  const left = Math.min(Math.max(changedAt, ...changes) + grace - now, grace);
  const isOver = ends.some((name) => field(status, name) !== undefined);
  return left > 0 && !isOver ? { ...said, state: "InProgress", askAgain: left } : undefined;
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
    verdictReadiness(object, fresh) ??
    byPhaseAndOthers(object, fresh) ??
    summaryReadiness(object)
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

/** The readiness by a phase, unless other conditions report worse. */
function byPhaseAndOthers(object: JsonObject, conditions: readonly StatusCondition[]): Readiness | undefined {
  const phase = phaseReadiness(object);
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
