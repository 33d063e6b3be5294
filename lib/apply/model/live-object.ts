import { partOfLabel } from "../../inventory/apply-set.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { formatRef, groupOf, type ObjectRef } from "../../object/object-ref.ts";
import type { Target } from "./event.ts";

/** The reference of an object as the API server gave it. */
export function refOf(object: JsonObject): ObjectRef {
  const metadata = objectField(object, "metadata");
  return {
    group: groupOf(stringField(object, "apiVersion") ?? ""),
    kind: stringField(object, "kind") ?? "",
    namespace: stringField(metadata, "namespace") ?? "",
    name: stringField(metadata, "name") ?? "",
  };
}

/** An object of a run, named by its reference. */
export function targetOf(ref: ObjectRef): Target {
  return { key: formatRef(ref), group: ref.group, kind: ref.kind, namespace: ref.namespace, name: ref.name };
}

/** The uid; empty where it has none. */
export function uidOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "uid") ?? "";
}

/** Whether it is on its way out. */
export function isTerminating(object: JsonObject): boolean {
  return stringField(objectField(object, "metadata"), "deletionTimestamp") !== undefined;
}

/** The set of which the object is marked as a part; undefined for none. */
export function partOf(object: JsonObject): string | undefined {
  return stringField(objectField(objectField(object, "metadata"), "labels"), partOfLabel);
}

/** The annotation of that name, or undefined. */
export function liveAnnotation(object: JsonObject, name: string): string | undefined {
  return stringField(objectField(objectField(object, "metadata"), "annotations"), name);
}

/**
 * Whether an object as it was seen is older than as it was written: then what was seen tells nothing yet. The
 * versions are whole numbers that grow; where they are not, nothing is taken for old.
 */
export function isOlder(seen: JsonObject, written: JsonObject): boolean {
  return isOlderVersion(resourceVersionOf(seen), resourceVersionOf(written));
}

/** Whether a resource version is lower than another; false where one of them is no whole number. */
export function isOlderVersion(left: string, right: string): boolean {
  return wholeNumber.test(left) && wholeNumber.test(right) && BigInt(left) < BigInt(right);
}

const wholeNumber = /^\d{1,20}$/;

/** The version under which the object is stored; empty where it has none. */
export function resourceVersionOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "resourceVersion") ?? "";
}
