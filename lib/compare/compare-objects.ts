import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  sameJson,
} from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import { compareText } from "../object/object-ref.ts";
import { appendAll } from "../object/append.ts";
import { keyedLists, type KeyedList } from "./list-key.ts";
import type { DiffVerb, FieldChange, ObjectDiff, DiffStep } from "../object/field-change.ts";
import { eitherSensitivity, sensitivityOf } from "../redact/sensitivity.ts";
import { maskObject } from "../redact/redact-object.ts";
import { RedactedDiff } from "../redact/redacted-diff.ts";

/** Two states of an object; undefined if it does not exist. */
export interface ObjectComparison {
  /** The object reference. */
  readonly key: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  /**
   * Given if the states alone do not imply it: the object is deleted and created again, or deleted with its
   * release.
   */
  readonly verb?: "recreate" | "delete";
  /** Notes shown besides the fields. */
  readonly notes?: readonly string[];
}

/** Status and the fields set by the API server, which no manifest specifies. */
const serverFields: ReadonlySet<string> = new Set([
  "managedFields",
  "resourceVersion",
  "generation",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
]);

/**
 * Annotations in which tools record what they applied: they repeat the object, including values of a Secret.
 */
const bookkeeping: ReadonlySet<string> = new Set([
  "converge.dev/applied",
  "kubectl.kubernetes.io/last-applied-configuration",
]);

/**
 * Compares an object with its future state, field by field; list entries are matched by name if they have
 * one. Status, server-side metadata, and annotations in which tools record what they applied are ignored.
 * Values of a Secret, and those that annotations of either state mark as sensitive, are masked. Complexity:
 * O(size of both × log).
 */
export function compareObjects({ notes = [], ...states }: ObjectComparison): ObjectDiff {
  return { ...compareStates(states), ...(notes.length === 0 ? {} : { notes }) };
}

function compareStates({ key, before, after, verb }: Omit<ObjectComparison, "notes">): ObjectDiff {
  if (after === undefined) {
    return { key, verb: before === undefined ? "unchanged" : (verb ?? "prune"), changes: [] };
  }
  if (before === undefined) {
    return { key, verb: verb ?? "create", changes: additions(maskObject(withoutServerFields(after))) };
  }
  const changes = compareRedacted(withoutServerFields(before), withoutServerFields(after));
  const found: DiffVerb = changes.length === 0 ? "unchanged" : "change";
  return { key, verb: verb ?? found, changes };
}

function withoutServerFields(object: JsonObject): JsonObject {
  const { status: _, ...rest } = object;
  return { ...rest, metadata: withoutNotes(metadataOf(object)) };
}

function withoutNotes(metadata: JsonObject): JsonObject {
  const kept = Object.entries(metadata).filter(([name]) => !serverFields.has(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => withoutBookkeeping(name, value)));
}

/** Drops an empty map of annotations or labels. */
function withoutBookkeeping(name: string, value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (!isObject(value) || (name !== "annotations" && name !== "labels")) {
    return [[name, value]];
  }
  const notes = Object.entries(value).filter(([note]) => !bookkeeping.has(note));
  return notes.length === 0 ? [] : [[name, Object.fromEntries(notes)]];
}

/** Fields in the header of a new object are not repeated below it. */
function additions(object: JsonObject): readonly FieldChange[] {
  const { name: _, namespace: __, ...metadata } = metadataOf(object);
  const { apiVersion: ___, kind: ____, ...rest } = object;
  const fields = Object.entries({ ...rest, metadata });
  return fields
    .filter(([, value]) => !isObject(value) || Object.keys(value).length > 0)
    .toSorted(([left], [right]) => fieldOrder(left) - fieldOrder(right) || compareText(left, right))
    .map(([name, after]) => ({ path: [name], kind: "added", after }));
}

function fieldOrder(name: string): number {
  return name === "metadata" ? 0 : 1;
}

/** Two values at the same path. */
interface Pair {
  readonly path: readonly DiffStep[];
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Reports only that sensitive values differ, and nothing else about them. */
function compareRedacted(before: JsonObject, after: JsonObject): readonly FieldChange[] {
  const hides = eitherSensitivity(sensitivityOf(before), sensitivityOf(after));
  if (hides === undefined) {
    return compareFields(before, after);
  }
  const redacted = new RedactedDiff(hides);
  const states = hides.isSecret ? ([withData(before), withData(after)] as const) : ([before, after] as const);
  return compareFields(redacted.tokenize(states[0]), redacted.tokenize(states[1])).map((change) =>
    redacted.restore(change),
  );
}

/** Gives a Secret without values an empty map of them, so that each value is added and removed on its own. */
function withData(secret: JsonObject): JsonObject {
  return { data: {}, stringData: {}, ...secret };
}

/** Uses an explicit stack instead of recursion, because the nesting of an object is up to its author. */
function compareFields(before: JsonObject, after: JsonObject): readonly FieldChange[] {
  const stack: Pair[] = [{ path: [], before, after }];
  const changes: FieldChange[] = [];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    if (isObject(pair.before) && isObject(pair.after)) {
      appendAll(stack, fieldPairs(pair, pair.before, pair.after).toReversed());
    } else if (isArray(pair.before) && isArray(pair.after)) {
      const { inside, own } = comparedLists(pair.path, pair.before, pair.after);
      changes.push(...own);
      appendAll(stack, inside.toReversed());
    } else {
      changes.push(...compareLeaf(pair));
    }
  }
  return changes;
}

function fieldPairs({ path }: Pair, before: JsonObject, after: JsonObject): readonly Pair[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted(compareText);
  return names.map((name) => ({
    path: [...path, name],
    before: field(before, name),
    after: field(after, name),
  }));
}

/**
 * Compares values that are not both objects or both lists. A value with parts is added or removed as a whole.
 */
function compareLeaf({ path, before, after }: Pair): readonly FieldChange[] {
  const removed: readonly FieldChange[] = before === undefined ? [] : [{ path, kind: "removed", before }];
  const added: readonly FieldChange[] = after === undefined ? [] : [{ path, kind: "added", after }];
  if (before === undefined || after === undefined || hasParts(before) || hasParts(after)) {
    return [...removed, ...added];
  }
  return sameJson(before, after) ? [] : [{ path, kind: "changed", before, after }];
}

function hasParts(value: JsonValue): boolean {
  return isObject(value) || (isArray(value) && value.some(isNested));
}

function isNested(value: JsonValue): boolean {
  return isObject(value) || isArray(value);
}

/** The changes of two lists themselves, and the pairs of entries to descend into. */
interface ComparedLists {
  readonly own: readonly FieldChange[];
  readonly inside: readonly Pair[];
}

function comparedLists(path: readonly DiffStep[], before: JsonArray, after: JsonArray): ComparedLists {
  const keyed = keyedLists(before, after);
  if (keyed !== undefined) {
    return { own: orderChange(path, keyed), inside: keyedPairs(path, keyed) };
  }
  if (![...before, ...after].some(isNested)) {
    return { own: compareLeaf({ path, before, after }), inside: [] };
  }
  const length = Math.max(before.length, after.length);
  const inside = Array.from({ length }, (_, index) => ({
    path: [...path, index],
    before: before[index],
    after: after[index],
  }));
  return { own: [], inside };
}

function keyedPairs(path: readonly DiffStep[], { name, before, after }: KeyedList): readonly Pair[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((value) => ({
    path: [...path, { key: name, value }],
    before: before.get(value),
    after: after.get(value),
  }));
}

/**
 * Compares the order of the entries that both lists have; added and removed entries are reported separately.
 */
function orderChange(path: readonly DiffStep[], { before, after }: KeyedList): readonly FieldChange[] {
  const left = [...before.keys()].filter((key) => after.has(key));
  const right = [...after.keys()].filter((key) => before.has(key));
  return sameJson(left, right) ? [] : [{ path, kind: "order", before: left, after: right }];
}
