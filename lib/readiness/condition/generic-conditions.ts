import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
} from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { type StatusCondition, conditionsOf, isStale, messageOf, reasonOf } from "./condition.ts";
import { integerAt, current, failed, inProgress } from "./readiness-result.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { stalledReadiness } from "./kstatus.ts";

/** The time a controller has to report on a change by this run, in milliseconds. */
const grace = 30_000;

/** The conditions that mean an object is ready; the first one found decides. */
const verdictTypes = ["Ready", "Succeeded", "Available", "Established"];

const inPlace = current("InPlace", "exists");
const silent = current("NotReported", "its controller has not reported");

/**
 * The readiness of an object of a kind without a rule of its own, by the conditions that many controllers
 * report. If its CRD has a status, or its conditions are of an older generation, its controller is given 30 s
 * from the last change to report.
 */
export function genericReadiness(object: JsonObject, surroundings: Surroundings): Readiness {
  const conditions = conditionsOf(object);
  const generation = generationOf(object);
  const fresh = conditions.filter((condition) => !isStale(condition, generation));
  const stalled = stalledReadiness(fresh, ["Stalled", "Failed"]);
  if (stalled !== undefined) {
    return notYet(object, stalled, surroundings) ?? stalled;
  }
  const verdict = verdictTypes
    .map((type) => conditions.find((condition) => condition.type === type))
    .find((condition) => condition !== undefined);
  if (verdict !== undefined) {
    const wait = isStale(verdict, generation) ? pending(surroundings) : undefined;
    return wait ?? verdictOf(object, verdict);
  }
  const isOutdated = fresh.length === 0 && conditions.length > 0;
  return isOutdated ? (pending(surroundings) ?? inPlace) : withoutVerdict(object, surroundings);
}

function withoutVerdict(object: JsonObject, surroundings: Surroundings): Readiness {
  const owesStatus = surroundings.definition?.hasStatus === true && !hasSpoken(object);
  return owesStatus ? (pending(surroundings) ?? silent) : inPlace;
}

function verdictOf(object: JsonObject, condition: StatusCondition): Readiness {
  if (condition.status === "True") {
    return current(condition.type, `${condition.type} is True`);
  }
  // An object that runs to completion, and has ended without success (Tekton, Knative).
  const isOver =
    condition.type === "Succeeded" &&
    condition.status === "False" &&
    stringField(objectField(object, "status"), "completionTime") !== undefined;
  const said = isOver ? failed : inProgress;
  return said(reasonOf(condition, `Not${condition.type}`), messageOf(condition));
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
