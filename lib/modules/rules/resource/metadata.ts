import {
  type JsonObject,
  objectField,
  type JsonValue,
  listField,
  stringField,
} from "../../../object/json.ts";
import { finalizersOf, metadataOf } from "../../../object/metadata.ts";
import { formatSeconds } from "../../../object/timestamp.ts";

/** Returns the annotations of an object that are strings. */
export function stringAnnotations(object: JsonObject | undefined): ReadonlyMap<string, string> {
  return textsIn(object, "annotations");
}

/** Returns the labels of an object that are strings. */
export function stringLabels(object: JsonObject | undefined): ReadonlyMap<string, string> {
  return textsIn(object, "labels");
}

function textsIn(object: JsonObject | undefined, name: string): ReadonlyMap<string, string> {
  const found = Object.entries(objectField(metadataOf(object), name));
  return new Map(found.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])));
}

/** Returns the object with changed annotations; undefined removes one. */
export function withAnnotations(
  object: JsonObject,
  changes: Readonly<Record<string, string | undefined>>,
): JsonObject {
  return withTexts(object, "annotations", changes);
}

/** Returns the object with changed labels; undefined removes one. */
export function withLabels(
  object: JsonObject,
  changes: Readonly<Record<string, string | undefined>>,
): JsonObject {
  return withTexts(object, "labels", changes);
}

function withTexts(
  object: JsonObject,
  name: string,
  changes: Readonly<Record<string, string | undefined>>,
): JsonObject {
  const metadata = metadataOf(object);
  const texts: Record<string, JsonObject[string]> = { ...objectField(metadata, name) };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) {
      delete texts[key];
    } else {
      texts[key] = value;
    }
  }
  const { [name]: _, ...rest } = metadata;
  return { ...object, metadata: Object.keys(texts).length === 0 ? rest : { ...rest, [name]: texts } };
}

/** Returns the object with or without that finalizer; the object itself if nothing changes. */
export function withFinalizer(object: JsonObject, finalizer: string, isHeld: boolean): JsonObject {
  const { finalizers: _, ...metadata } = metadataOf(object);
  const before = finalizersOf(object);
  if (before.includes(finalizer) === isHeld) {
    return object;
  }
  const finalizers = isHeld ? [...before, finalizer] : before.filter((name) => name !== finalizer);
  return { ...object, metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers } };
}

/** Returns the object with changed status fields; undefined removes one. */
export function withStatus(
  object: JsonObject,
  changes: Readonly<Record<string, JsonObject[string] | undefined>>,
): JsonObject {
  const status: Record<string, JsonObject[string]> = { ...objectField(object, "status") };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) {
      delete status[key];
    } else {
      status[key] = value;
    }
  }
  return { ...object, status };
}

/** A condition of a Module, set by the rules. */
export interface ConditionUpdate {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason?: string;
  readonly message?: string;
}

/**
 * Returns the object with that condition. An equal one is left unchanged; its transition time is that of the
 * last change of its status.
 */
export function withCondition(object: JsonObject, changes: ConditionUpdate, now: number): JsonObject {
  const conditions = listField(objectField(object, "status"), "conditions");
  const at = conditions.findIndex((condition) => stringField(condition, "type") === changes.type);
  const before = conditions[at];
  if (saysTheSame(before, changes)) {
    return object;
  }
  const time = formatSeconds(now);
  const isTurned = stringField(before, "status") !== changes.status;
  const since = isTurned ? time : (stringField(before, "lastTransitionTime") ?? time);
  const condition = { ...changes, lastProbeTime: time, lastTransitionTime: since };
  return withStatus(object, {
    conditions: at === -1 ? [...conditions, condition] : conditions.with(at, condition),
  });
}

function saysTheSame(
  before: JsonValue | undefined,
  { status, reason = "", message = "" }: ConditionUpdate,
): boolean {
  return (
    stringField(before, "status") === status &&
    (stringField(before, "reason") ?? "") === reason &&
    (stringField(before, "message") ?? "") === message
  );
}
