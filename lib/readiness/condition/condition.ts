import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { reasonWord, integerAt, inProgress } from "./readiness-result.ts";
import { parseTimestamp } from "../../object/timestamp.ts";
import { generationOf } from "../../object/metadata.ts";
import type { Readiness } from "../readiness.ts";

/** One entry of `status.conditions`; absent fields are empty texts. */
export interface StatusCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** `Error` or `Info`, in the conditions of Cluster API. */
  readonly severity: string;
  /** The generation it refers to, if it says so. */
  readonly observedGeneration: number | undefined;
  /** The time of its last transition, in milliseconds since 1970. */
  readonly since: number | undefined;
}

/** The conditions of an object in their order. Malformed ones are skipped. */
export function conditionsOf(object: JsonObject): readonly StatusCondition[] {
  return listField(objectField(object, "status"), "conditions")
    .filter((entry) => isObject(entry))
    .map(readCondition);
}

/**
 * The object's condition of that type. The others are not parsed: the cost of their timestamps adds up over
 * many objects.
 */
export function conditionOf(object: JsonObject, type: string): StatusCondition | undefined {
  const found = listField(objectField(object, "status"), "conditions").find(
    (entry) => isObject(entry) && (stringField(entry, "type") ?? "") === type,
  );
  return found === undefined ? undefined : readCondition(found);
}

/** Reports whether the object has that condition with the status `True`. */
export function isTrue(object: JsonObject, type: string): boolean {
  return conditionOf(object, type)?.status === "True";
}

/** The condition's reason as a machine-readable word. */
export function reasonOf(condition: StatusCondition, otherwise: string): string {
  return reasonWord(condition.reason, otherwise);
}

/** The condition for people: its message, else its reason, else itself: `Ready is False`. */
export function messageOf(condition: StatusCondition): string {
  return condition.message || condition.reason || `${condition.type} is ${condition.status || "not set"}`;
}

/** Reports whether the condition refers to an older generation than the current one. */
export function isStale(condition: StatusCondition, generation: number | undefined): boolean {
  return (
    generation !== undefined &&
    condition.observedGeneration !== undefined &&
    condition.observedGeneration < generation
  );
}

function readCondition(entry: JsonValue): StatusCondition {
  return {
    type: stringField(entry, "type") ?? "",
    status: statusWord(field(entry, "status")),
    reason: stringField(entry, "reason") ?? "",
    message: stringField(entry, "message") ?? "",
    severity: stringField(entry, "severity") ?? "",
    observedGeneration: integerAt(entry, ["observedGeneration"]),
    since: parseTimestamp(stringField(entry, "lastTransitionTime")),
  };
}

/** A status that was written as a boolean means the word. */
function statusWord(status: JsonValue | undefined): string {
  if (typeof status === "boolean") {
    return status ? "True" : "False";
  }
  return typeof status === "string" ? status : "";
}

/**
 * The status is of another generation than the current one; undefined if it is not, or if it does not say
 * (kstatus).
 */
export function staleStatus(object: JsonObject): Readiness | undefined {
  const generation = generationOf(object);
  const observed = integerAt(object, ["status", "observedGeneration"]);
  return generation === undefined || observed === undefined || generation === observed
    ? undefined
    : {
        ...inProgress(
          "LatestGenerationNotObserved",
          `its controller has observed generation ${observed}, not yet ${generation}`,
        ),
        rule: "status.observedGeneration",
      };
}
