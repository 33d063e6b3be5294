import { field, isObject, type JsonArray, type JsonValue } from "../object/json.ts";

/** The fields by which Kubernetes identifies the entries of its lists, the most specific first. */
const keyFields = [
  "name",
  "containerPort",
  "port",
  "mountPath",
  "devicePath",
  "key",
  "type",
  "topologyKey",
  "ip",
] as const;

/** Returns the value of a key as text. */
function keyOf(entry: JsonValue, name: string): string | undefined {
  const value = field(entry, name);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** The entries of two lists by the value of one of their fields, in their order. */
export interface KeyedList {
  readonly name: string;
  readonly before: ReadonlyMap<string, JsonValue>;
  readonly after: ReadonlyMap<string, JsonValue>;
}

/**
 * Keys both lists by a field that every entry of both has, unique within each list; returns undefined if
 * there is none.
 */
export function keyedLists(before: JsonArray, after: JsonArray): KeyedList | undefined {
  if (![...before, ...after].every((entry) => isObject(entry))) {
    return undefined;
  }
  for (const name of keyFields) {
    const left = byKey(before, name);
    const right = byKey(after, name);
    if (left !== undefined && right !== undefined) {
      return { name, before: left, after: right };
    }
  }
  return undefined;
}

function byKey(list: JsonArray, name: string): ReadonlyMap<string, JsonValue> | undefined {
  const found = new Map<string, JsonValue>();
  for (const entry of list) {
    const key = keyOf(entry, name);
    if (key === undefined || found.has(key)) {
      return undefined;
    }
    found.set(key, entry);
  }
  return found;
}
