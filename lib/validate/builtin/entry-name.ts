import { field, isObject, type JsonValue } from "../../object/json.ts";
import { canonicalText } from "../value/map-key.ts";
import type { ListKey, Uniqueness } from "./field-type.ts";

/** What tells an entry from the others of its list, as text; undefined where it lacks that. */
export type EntryName = (entry: JsonValue) => string | undefined;

/**
 * Whether an entry always has something that tells it from others: itself, or a key that has a usual value.
 */
export function isAlwaysNamed(unique: Uniqueness): boolean {
  return unique === "whole" || unique.some(({ usual }) => usual !== undefined);
}

/**
 * How the entries of a list are told apart: all of the entry, or its keys, where an absent one has its usual
 * value.
 */
export function entryName(unique: Uniqueness): EntryName {
  if (unique === "whole") {
    return canonicalText;
  }
  const [first, ...others] = unique;
  const nameOf = first !== undefined && others.length === 0 ? nameByKey(first) : nameByKeys(unique);
  // An entry that is no mapping is told of elsewhere.
  return (entry) => (isObject(entry) ? nameOf(entry) : "");
}

function nameByKey({ name, usual }: ListKey): EntryName {
  return (entry) => {
    const value = field(entry, name);
    return value === undefined ? usual : canonicalText(value);
  };
}

/** One key is enough. */
function nameByKeys(keys: readonly ListKey[]): EntryName {
  const names = keys.map(nameByKey);
  return (entry) => {
    const parts = names.map((nameOf) => nameOf(entry));
    return parts.every((part) => part === undefined) ? undefined : parts.join(",");
  };
}
