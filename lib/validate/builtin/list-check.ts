import { isArray, type JsonValue, field, isObject } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { addTypeFault, type ValidationContext, type PartCheck } from "./validation-context.ts";
import type { Uniqueness, ListKey } from "./field-type.ts";
import { canonicalText } from "../value/repeated-items.ts";

/**
 * Compiles the check of a list: of each entry, and that no two are the same to a server-side apply, if it
 * compares them.
 */
export function listCheck(entry: PartCheck, unique: Uniqueness | undefined): PartCheck {
  const checkUnique = unique === undefined ? undefined : uniqueCheck(unique);
  return (value, run) => {
    if (!isArray(value)) {
      addTypeFault(run, "a list", value);
      return;
    }
    let index = 0;
    for (const one of value) {
      run.path.push(index);
      entry(one, run);
      run.path.pop();
      index += 1;
    }
    if (run.hasAtomicLists !== true) {
      checkUnique?.(value, run);
    }
  };
}

type EntriesCheck = (entries: readonly JsonValue[], run: ValidationContext) => void;

function uniqueCheck(unique: Uniqueness): EntriesCheck {
  const nameOf = entryName(unique);
  const isNamed = isAlwaysNamed(unique);
  const what = unique === "whole" ? "value" : unique.map(({ name }) => name).join(" and ");
  return (entries, run) => {
    // Most lists have at most one entry, which is never a duplicate.
    if (entries.length < 2 && isNamed && entries[0] !== null) {
      return;
    }
    const names = new Map<string, number>();
    for (const [index, entry] of entries.entries()) {
      const name = entry === null ? undefined : nameOf(entry);
      const before = name === undefined ? undefined : names.get(name);
      if (name !== undefined && before === undefined) {
        names.set(name, index);
      } else {
        const fault = before === undefined ? namelessFault(entry, what) : duplicateFault(what, before);
        run.faults.push({ ...fault, path: [...run.path, index] });
      }
    }
  };
}

type EntryFault = Pick<FieldFault, "reason" | "message">;

function namelessFault(entry: JsonValue, what: string): EntryFault {
  return entry === null
    ? { reason: "FieldValueInvalid", message: "may not be null" }
    : { reason: "FieldValueRequired", message: `must have ${what}: it identifies the entry` };
}

function duplicateFault(what: string, before: number): EntryFault {
  return {
    reason: "FieldValueDuplicate",
    message: `has the same ${what} as the entry at index ${before}`,
  };
}

/** Returns the text that identifies an entry within its list; undefined if the entry lacks it. */
type EntryName = (entry: JsonValue) => string | undefined;

/**
 * Reports whether every entry has something that identifies it: the entry itself, or a key that has a default
 * value.
 */
function isAlwaysNamed(unique: Uniqueness): boolean {
  return unique === "whole" || unique.some(({ usual }) => usual !== undefined);
}

/**
 * Returns the function that identifies entries of a list: by the whole entry, or by its keys, where an absent
 * one has its default value.
 */
function entryName(unique: Uniqueness): EntryName {
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
