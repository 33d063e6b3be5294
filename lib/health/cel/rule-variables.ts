import type { Variables } from "../../cel/model/program.ts";
import { plainValue } from "../../cel/model/plain-value.ts";
import { type CelValue, Timestamp } from "../../cel/model/value.ts";
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
} from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { integerAt } from "../../readiness/condition/readiness-result.ts";

/** Returns the variables of health rules for an object. Each is created on first use. */
export function ruleVariables(object: JsonObject, now: number): Variables {
  const found = new Map<string, CelValue | undefined>();
  return (name) => {
    if (!found.has(name)) {
      found.set(name, variableOf(name, object, now));
    }
    return found.get(name);
  };
}

function variableOf(name: string, object: JsonObject, now: number): CelValue | undefined {
  switch (name) {
    case "self":
      return plainValue(object);
    case "metadata":
    case "spec":
    case "status":
      return plainValue(field(object, name) ?? {});
    case "conditions":
      return conditionMap(object);
    case "generation":
      return BigInt(generationOf(object) ?? 0);
    case "now":
      return new Timestamp(BigInt(Math.floor(now / 1000)), (now % 1000) * 1_000_000);
    default:
      return undefined;
  }
}

/** A status that was written as a boolean means the word. */
function withStatusWord(condition: JsonValue): JsonValue {
  const status = field(condition, "status");
  return isObject(condition) && typeof status === "boolean"
    ? { ...condition, status: status ? "True" : "False" }
    : condition;
}

/** The conditions of `status.conditions` by type, without those that name an older generation. */
function conditionMap(object: JsonObject): CelValue {
  const generation = generationOf(object);
  const byType = new Map<string, JsonValue>();
  for (const entry of listField(objectField(object, "status"), "conditions")) {
    const condition = withStatusWord(entry);
    const type = field(condition, "type");
    const observed = integerAt(condition, ["observedGeneration"]);
    const isStale = observed !== undefined && generation !== undefined && observed < generation;
    if (typeof type === "string" && !isStale) {
      byType.set(type, condition);
    }
  }
  return plainValue(Object.fromEntries(byType));
}
