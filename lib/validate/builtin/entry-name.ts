import { field, isObject, type JsonValue } from "../../object/json.ts";
import { canonicalText } from "../value/map-key.ts";
import type { ListKey, Uniqueness } from "./field-type.ts";

/** Returns the text that identifies an entry within its list; undefined if the entry lacks it. */
export type EntryName = (entry: JsonValue) => string | undefined;

/**
 * Reports whether every entry has something that identifies it: the entry itself, or a key that has a default
 * value.
 */
export function isAlwaysNamed(unique: Uniqueness): boolean {
  return unique === "whole" || unique.some(({ usual }) => usual !== undefined);
}

/**
 * Returns the function that identifies entries of a list: by the whole entry, or by its keys, where an absent
 * one has its default value.
 */
export function entryName(unique: Uniqueness): EntryName {
  if (unique === "whole") {
    return canonicalText;
  }
  const [first, ...others] = unique;
  const nameOf = first !== undefined && others.length === 0 ? nameByKey(first) : nameByKeys(unique);
  // An entry that is not a mapping is reported elsewhere.
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
