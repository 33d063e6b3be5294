import { isArray, type JsonValue } from "../../object/json.ts";
import type { FieldType } from "./field-type.ts";

/**
 * Says what a required field may not be, where its value is there and yet empty to Go; undefined where it is
 * not empty.
 */
export type Emptiness = (value: JsonValue) => string | undefined;

/**
 * How a required field of that type can be empty. Values of a wrong type never are: they are told of
 * elsewhere.
 */
export function emptinessOf(type: FieldType): Emptiness {
  if (type.is === "list") {
    return emptyList;
  }
  if (type.is === "choice") {
    return emptyText;
  }
  return type.is === "scalar" ? (emptyScalars.get(type.of) ?? neverEmpty) : neverEmpty;
}

const emptyText: Emptiness = (value) => (value === "" ? "may not be empty" : undefined);
const emptyList: Emptiness = (value) =>
  isArray(value) && value.length === 0 ? "may not be empty" : undefined;
const zero: Emptiness = (value) => (value === 0 ? "may not be 0" : undefined);

function neverEmpty(): undefined {
  return undefined;
}

const emptyScalars: ReadonlyMap<string, Emptiness> = new Map([
  ["string", emptyText],
  ["bytes", emptyText],
  ["int32", zero],
  ["int64", zero],
]);
