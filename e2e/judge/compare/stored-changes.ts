import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  objectField,
  sameJson,
  stringField,
} from "../../../lib/object/json.ts";
import type { DiffStep } from "../../../lib/object/field-change.ts";
import { toApplyBody } from "../../../lib/inventory/apply-body.ts";
import { formatFieldSteps } from "../../../lib/report/diff/diff-text.ts";

const serverMetadata: ReadonlySet<string> = new Set([
  "managedFields",
  "resourceVersion",
  "generation",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
]);

/** The time of a taint of a device, which the server sets again whenever it is applied without one. */
const serverTime = "timeAdded";
const recordKeys: ReadonlySet<string> = new Set(["converge.dev/applied", "applyset.kubernetes.io/part-of"]);

type Steps = readonly DiffStep[];

/** The manifests and the stored states of an object before and after a change. */
export interface ObservedStates {
  readonly written: readonly [JsonObject, JsonObject];
  readonly stored: readonly [JsonObject, JsonObject];
}

/**
 * Lists the fields that differ between the stored states of an object, as far as one of the manifests has
 * them: what the server derives from others is not a field of a manifest. Lists are compared by the names of
 * their entries, or else as a whole.
 */
export function storedChanges({ written, stored }: ObservedStates): readonly string[] {
  const sent = written.map((manifest) => toApplyBody(manifest));
  return differing([], withoutRecords(stored[0]), withoutRecords(stored[1]))
    .filter((path) => sent.some((manifest) => hasField(manifest, path)))
    .map(formatFieldSteps);
}

function withoutRecords(object: JsonObject): JsonObject {
  const { status: _, ...rest } = object;
  const metadata = Object.entries(objectField(object, "metadata"))
    .filter(([name]) => !serverMetadata.has(name))
    .map(([name, value]): readonly [string, JsonValue] => [name, isObject(value) ? unmarked(value) : value])
    .filter(([, value]) => !isObject(value) || Object.keys(value).length > 0);
  return { ...rest, metadata: Object.fromEntries(metadata) };
}

function unmarked(notes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(notes).filter(([name]) => !recordKeys.has(name)));
}

function differing(
  path: Steps,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly Steps[] {
  if (sameJson(withoutTimes(before), withoutTimes(after))) {
    return [];
  }
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => differing([...path, name], field(before, name), field(after, name)));
  }
  const named = isArray(before) && isArray(after) ? [byName(before), byName(after)] : [];
  const [left, right] = named;
  if (left === undefined || right === undefined) {
    return [path];
  }
  const own = sameJson([...left.keys()], [...right.keys()]) ? [] : [path];
  const shared = [...left.keys()].filter((name) => right.has(name));
  return [
    ...own,
    ...shared.flatMap((value) =>
      differing([...path, { key: "name", value }], left.get(value), right.get(value)),
    ),
  ];
}

function withoutTimes(value: JsonValue | undefined): JsonValue | undefined {
  if (isArray(value)) {
    return value.map((entry) => withoutTimes(entry) ?? null);
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => name !== serverTime)
          .map(([name, part]) => [name, withoutTimes(part) ?? null]),
      )
    : value;
}

function byName(list: JsonArray): ReadonlyMap<string, JsonValue> | undefined {
  const named = new Map(list.map((entry) => [stringField(entry, "name") ?? "", entry]));
  return named.has("") || named.size < list.length ? undefined : named;
}

function hasField(manifest: JsonObject, path: Steps): boolean {
  let value: JsonValue | undefined = manifest;
  for (const step of path) {
    value = stepInto(value, step);
  }
  return value !== undefined;
}

function stepInto(value: JsonValue | undefined, step: DiffStep): JsonValue | undefined {
  if (typeof step === "object") {
    return isArray(value) ? byName(value)?.get(step.value) : undefined;
  }
  return field(value, String(step));
}

/** Reports whether one of two fields is the other one or a part of it. */
export function isRelated(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short === "" || long === short || (long.startsWith(short) && /[.[:]/.test(long[short.length] ?? ""));
}
