import { typeName } from "../../manifest/validation/object-fault.ts";
import { field, isObject, type JsonObject, type JsonValue, stringField } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { isInt64 } from "./type-check.ts";

/**
 * Validates the parts of an object that its scale subresource points at: the replica counts, and the
 * selector. `scale` is as in the definition. Source: Kubernetes documentation, "Custom Resources", scale
 * subresource.
 */
export function scaleFaults(object: JsonObject, scale: JsonObject): readonly FieldFault[] {
  const selector = stringField(scale, "labelSelectorPath");
  return [
    ...countFaults(object, stringField(scale, "specReplicasPath") ?? ""),
    ...countFaults(object, stringField(scale, "statusReplicasPath") ?? ""),
    ...(selector === undefined ? [] : selectorFaults(object, selector)),
  ];
}

const most = 2 ** 31 - 1;

function countFaults(object: JsonObject, path: string): readonly FieldFault[] {
  const found = partAt(object, path);
  if (found === undefined || found === misled) {
    return misledFaults(found, path);
  }
  if ((typeof found !== "number" && typeof found !== "bigint") || !isInt64(found)) {
    return [invalid(path, `must be an integer, is ${typeName(found)}`)];
  }
  return found < 0 || found > most ? [invalid(path, `must be an integer from 0 to ${most}`)] : [];
}

function selectorFaults(object: JsonObject, path: string): readonly FieldFault[] {
  const found = partAt(object, path);
  if (found === undefined || found === misled) {
    return misledFaults(found, path);
  }
  return typeof found === "string" ? [] : [invalid(path, `must be a string, is ${typeName(found)}`)];
}

/** A step leads through a value that is not an object. */
const misled: unique symbol = Symbol("misled");

function misledFaults(found: typeof misled | undefined, path: string): readonly FieldFault[] {
  return found === undefined ? [] : [invalid(path, "cannot be set: its parent is not a mapping")];
}

/** Returns the value at a path like `.spec.replicas`; undefined if there is none. */
function partAt(object: JsonObject, path: string): JsonValue | typeof misled | undefined {
  let part: JsonValue | undefined = object;
  for (const step of stepsOf(path)) {
    if (part === undefined || part === null) {
      return undefined;
    }
    if (!isObject(part)) {
      return misled;
    }
    part = field(part, step);
  }
  return part;
}

function stepsOf(path: string): readonly string[] {
  return path.replace(/^\./, "").split(".");
}

/** The API server names the place as the definition does, with the leading dot. */
function invalid(path: string, message: string): FieldFault {
  return { reason: "FieldValueInvalid", path: [path], place: stepsOf(path), message };
}
