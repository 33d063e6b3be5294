import {
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { reasonWord } from "./single-line.ts";
import { parseTimestamp } from "../../object/timestamp.ts";
import { integerAt } from "./integer-at.ts";

/** One entry of `status.conditions`; empty text where a field is absent. */
export interface StatusCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** The generation it speaks of, where it says so. */
  readonly observedGeneration: number | undefined;
  /** When it became what it is, in milliseconds since 1970. */
  readonly since: number | undefined;
}

/** The conditions of an object in the order in which it holds them. What is malformed is passed over. */
export function conditionsOf(object: JsonObject): readonly StatusCondition[] {
  return listField(objectField(object, "status"), "conditions")
    .filter((entry) => isObject(entry))
    .map(readCondition);
}

/**
 * The object's condition of that type. The others are not read: what their times cost adds up over many
 * objects.
 */
export function conditionOf(object: JsonObject, type: string): StatusCondition | undefined {
  const found = listField(objectField(object, "status"), "conditions").find(
    (entry) => isObject(entry) && (stringField(entry, "type") ?? "") === type,
  );
  return found === undefined ? undefined : readCondition(found);
}

/** Whether the object has that condition with the status `True`. */
export function isTrue(object: JsonObject, type: string): boolean {
  return conditionOf(object, type)?.status === "True";
}

/** The condition's reason as a word for programs. */
export function reasonOf(condition: StatusCondition, otherwise: string): string {
  return reasonWord(condition.reason, otherwise);
}

/** What the condition says to people: its message, else its reason, else itself: `Ready is False`. */
export function messageOf(condition: StatusCondition): string {
  return condition.message || condition.reason || `${condition.type} is ${condition.status || "not set"}`;
}

/** Whether the condition speaks of an older generation than the present one. */
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
    status: stringField(entry, "status") ?? "",
    reason: stringField(entry, "reason") ?? "",
    message: stringField(entry, "message") ?? "",
    observedGeneration: integerAt(entry, ["observedGeneration"]),
    since: parseTimestamp(stringField(entry, "lastTransitionTime")),
  };
}
