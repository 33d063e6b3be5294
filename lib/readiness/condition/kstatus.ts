import { field, isArray, isObject, type JsonObject, type JsonValue, valueAt } from "../../object/json.ts";
import { conditionsOf, messageOf, reasonOf, type StatusCondition, staleStatus } from "./condition.ts";
import type { KindRule } from "../kind/kind-rule.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { current, inProgress, unknownReadiness, failed } from "./readiness-result.ts";

/**
 * The kstatus of an object that is not being deleted, exactly as in cli-utils 0.37 (`status.Compute`). An
 * object that it refuses to read is Unknown, as its callers treat it.
 */
export function kstatusReadiness(
  object: JsonObject,
  rule: KindRule | undefined,
  surroundings: Surroundings,
): Readiness {
  const stale = generationFault(object) ?? staleStatus(object) ?? conditionsFault(object);
  if (stale !== undefined) {
    return stale;
  }
  const conditions = conditionsOf(object);
  const said =
    stalledReadiness(conditions, ["Stalled"]) ?? rule?.kstatus?.(object, surroundings) ?? byReady(object);
  return said ?? current("Current", "current");
}

function byReady(object: JsonObject): Readiness | undefined {
  const ready = conditionsOf(object).find(
    ({ type, status }) => type === "Ready" && ["True", "False", "Unknown"].includes(status),
  );
  if (ready === undefined) {
    return undefined;
  }
  return ready.status === "True"
    ? current("Ready", "Ready is True")
    : inProgress(reasonOf(ready, "NotReady"), messageOf(ready));
}

function generationFault(object: JsonObject): Readiness | undefined {
  const generation = valueAt(object, ["metadata", "generation"]);
  if (generation === undefined) {
    return undefined;
  }
  const status = field(object, "status") ?? {};
  const observed = field(status, "observedGeneration");
  const isReadable =
    isInteger(generation) && isObject(status) && (observed === undefined || isInteger(observed));
  return isReadable ? undefined : unknownReadiness("its generation cannot be read");
}

function isInteger(value: JsonValue): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

function conditionsFault(object: JsonObject): Readiness | undefined {
  const status = field(object, "status") ?? {};
  const conditions = field(status, "conditions") ?? [];
  const isReadable =
    isObject(status) && isArray(conditions) && conditions.every((entry) => isCondition(entry));
  return isReadable ? undefined : unknownReadiness("its conditions cannot be read");
}

const conditionFields = ["type", "status", "reason", "message"];

function isCondition(value: JsonValue): boolean {
  if (value === null) {
    return true;
  }
  return (
    isObject(value) &&
    conditionFields.every((name) => {
      const found = field(value, name) ?? "";
      return typeof found === "string";
    })
  );
}

/**
 * The readiness by the conditions that mean the same for every kind (kstatus): Reconciling means in progress,
 * a failure means stuck for good; the first of them that is True decides. `failures` are the types that count
 * as failures.
 */
export function stalledReadiness(
  conditions: readonly StatusCondition[],
  failures: readonly string[],
): Readiness | undefined {
  for (const condition of conditions) {
    if (condition.status !== "True") {
      continue;
    }
    if (condition.type === "Reconciling") {
      return inProgress(reasonOf(condition, "Reconciling"), messageOf(condition));
    }
    if (failures.includes(condition.type)) {
      return failed(reasonOf(condition, condition.type), messageOf(condition));
    }
  }
  return undefined;
}
