import { append } from "../object/append.ts";
import { field, isObject, type JsonObject, type JsonValue } from "../object/json.ts";
import { fieldParts, readFieldJson, scalarText } from "./field-set.ts";

/** An entry of a list with the matching step of a field set; undefined if there is none. */
export interface MatchedEntry {
  readonly entry: JsonValue;
  readonly step: string | undefined;
}

/**
 * Finds for each entry of a list the matching part of a field set; each part matches one entry. An entry that
 * lacks a key field has its default: a port without `protocol` is `k:{"containerPort":80,"protocol":"TCP"}`.
 * Complexity: O(entries + parts) for each combination of key fields that occurs; most lists have one.
 */
export function matchEntries(list: readonly JsonValue[], node: JsonObject): readonly MatchedEntry[] {
  const parts = fieldParts(node);
  return parts[0]?.startsWith("k:") === true
    ? (matchComplete(list, parts) ?? matchKeyed(list, parts))
    : matchPlain(list, parts);
}

/**
 * The fast path: every entry has the key fields of the first part, so its step can be built and looked up.
 * Undefined if that does not hold for all of them.
 */
function matchComplete(
  list: readonly JsonValue[],
  parts: readonly string[],
): readonly MatchedEntry[] | undefined {
  const first = readFieldJson((parts[0] ?? "").slice(2));
  const names = isObject(first) ? Object.keys(first) : [];
  const free = new Set(parts);
  const matched: MatchedEntry[] = [];
  for (const entry of list) {
    const fields = names.map((name) => `${JSON.stringify(name)}:${scalarText(field(entry, name))}`);
    const step = `k:{${fields.join(",")}}`;
    if (!free.delete(step)) {
      return undefined;
    }
    matched.push({ entry, step });
  }
  return matched;
}

/** Matches sets by value, anything else by index. */
function matchPlain(list: readonly JsonValue[], parts: readonly string[]): readonly MatchedEntry[] {
  const byText = new Map(
    parts.map((part) => [
      part.startsWith("v:") ? (scalarText(readFieldJson(part.slice(2))) ?? part) : part,
      part,
    ]),
  );
  return list.map((entry, index) => ({
    entry,
    step: byText.get(scalarText(entry) ?? "") ?? byText.get(`i:${index}`),
  }));
}

interface Key {
  readonly step: string;
  readonly fields: JsonValue | undefined;
}

function matchKeyed(list: readonly JsonValue[], parts: readonly string[]): readonly MatchedEntry[] {
  const keys = parts.map((step): Key => ({ step, fields: readFieldJson(step.slice(2)) }));
  const names = [...new Set(keys.flatMap(({ fields }) => (isObject(fields) ? Object.keys(fields) : [])))];
  const taken = new Set<string>();
  const steps = new Map<number, string>();
  const indices = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const [position, present] of completeFirst(list, names)) {
    if (present.length === 0) {
      continue;
    }
    const pattern = JSON.stringify(present);
    const index = indices.get(pattern) ?? indexKeys(keys, present);
    indices.set(pattern, index);
    const candidates = index.get(keyText(list[position], present)) ?? [];
    const step = candidates.find((candidate) => !taken.has(candidate));
    if (step !== undefined) {
      taken.add(step);
      steps.set(position, step);
    }
  }
  return list.map((entry, position) => ({ entry, step: steps.get(position) }));
}

/** Positions with the key fields that their entries have: entries that have all of them are matched first. */
function completeFirst(
  list: readonly JsonValue[],
  names: readonly string[],
): readonly (readonly [position: number, present: readonly string[]])[] {
  const rows = list.map(
    (entry, position) => [position, names.filter((name) => field(entry, name) !== undefined)] as const,
  );
  return rows.toSorted(([, left], [, right]) => right.length - left.length);
}

function indexKeys(keys: readonly Key[], names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const { step, fields } of keys) {
    const text = keyText(fields, names);
    append(index, text, step);
  }
  return index;
}

function keyText(value: JsonValue | undefined, names: readonly string[]): string {
  return names.map((name) => scalarText(field(value, name)) ?? "").join(" ");
}
