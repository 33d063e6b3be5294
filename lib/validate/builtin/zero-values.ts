import { isArray, type JsonValue } from "../../object/json.ts";
import type { FieldType } from "./field-type.ts";

/**
 * Returns the complaint about the value of a required field that is present but empty to Go; undefined if it
 * is not empty.
 */
export type Emptiness = (value: JsonValue) => string | undefined;

/**
 * Returns the emptiness test of a required field of that type. Values of a wrong type are never empty: they
 * are reported elsewhere.
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
