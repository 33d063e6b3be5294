import {
  field,
  isObject,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
} from "../object/json.ts";
import { groupOf } from "../object/object-ref.ts";
import { withoutFields } from "./metadata.ts";

/**
 * What only the server writes. Sent along, it is refused (managedFields), taken as a guard (resourceVersion,
 * uid) or ignored.
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
 * The manifest without what belongs to the server (status, resourceVersion, managedFields …), and with a
 * Secret's `stringData` as `data`: the server turns it into `data` too, but would keep values whose key has
 * left `stringData`. A field that is null stays: the server takes it as owned and empty. Only `spec.replicas:
 * null`, which templates write to leave the number to an autoscaler, goes: owned and empty means 1 there,
 * whatever the autoscaler has set.
 */
export function toApplyBody(object: JsonObject): JsonObject {
  const bare = withoutNullReplicas(withoutFields(object, statusField));
  const cleaned = { ...bare, metadata: withoutFields(objectField(object, "metadata"), serverFields) };
  return isSecret(object) && isObject(field(object, "stringData")) ? encoded(cleaned) : cleaned;
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

/** A Secret with its `stringData` as base64 in `data`, over what stands there under the same key. */
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
