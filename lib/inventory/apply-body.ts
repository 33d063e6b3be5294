import {
  field,
  isObject,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
  withoutFields,
} from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import { groupOf } from "../object/object-ref.ts";

/**
 * Fields that only the server sets. If sent, they are refused (managedFields), treated as a precondition
 * (resourceVersion, uid) or ignored.
 */
const serverFields: ReadonlySet<string> = new Set([
  "managedFields",
  "resourceVersion",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "generation",
  "selfLink",
]);
const statusField: ReadonlySet<string> = new Set(["status"]);
const replicasField: ReadonlySet<string> = new Set(["replicas"]);
const stringDataField: ReadonlySet<string> = new Set(["stringData"]);

/**
 * The manifest without the fields that belong to the server (status, resourceVersion, managedFields …), and
 * with a Secret's `stringData` as `data`: the server converts it too, but would keep values whose key has
 * been removed from `stringData`. A null field stays: the server treats it as owned and empty. Only
 * `spec.replicas: null`, with which templates leave the number to an autoscaler, is dropped: owned and empty
 * means 1 there, whatever the autoscaler has set.
 */
export function toApplyBody(object: JsonObject): JsonObject {
  const bare = withoutNullReplicas(withoutFields(object, statusField));
  const cleaned = { ...bare, metadata: withoutFields(metadataOf(object), serverFields) };
  return hasStringData(object) ? encoded(cleaned) : cleaned;
}

/**
 * The manifest with the entries of a Secret's `stringData` under `data` as well, where they are sent; the
 * manifest itself if it has none.
 */
export function withSentData(object: JsonObject): JsonObject {
  return hasStringData(object) ? { ...object, data: field(encoded(object), "data") ?? null } : object;
}

/** Reports whether a manifest is a Secret with `stringData`. */
export function hasStringData(object: JsonObject): boolean {
  return isSecret(object) && isObject(field(object, "stringData"));
}

function withoutNullReplicas(object: JsonObject): JsonObject {
  const spec = field(object, "spec");
  return isObject(spec) && field(spec, "replicas") === null
    ? { ...object, spec: withoutFields(spec, replicasField) }
    : object;
}

function isSecret(object: JsonObject): boolean {
  return stringField(object, "kind") === "Secret" && groupOf(stringField(object, "apiVersion") ?? "") === "";
}

/** A Secret with its `stringData` as base64 in `data`, where it overrides equal keys. */
function encoded(secret: JsonObject): JsonObject {
  const added = Object.entries(objectField(secret, "stringData")).map(
    ([name, value]): readonly [string, JsonValue] => [
      name,
      typeof value === "string" ? Buffer.from(value, "utf8").toString("base64") : value,
    ],
  );
  const data = Object.fromEntries([...Object.entries(objectField(secret, "data")), ...added]);
  return { ...withoutFields(secret, stringDataField), data };
}
