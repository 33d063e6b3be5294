import { partOfLabel } from "../../inventory/apply-set.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { formatRef, groupOf, type ObjectRef } from "../../object/object-ref.ts";
import type { Target } from "./event.ts";

/** The reference of an object as the API server returned it. */
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

/** The uid; empty if it has none. */
export function uidOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "uid") ?? "";
}

/** Reports whether an object is terminating. */
export function isTerminating(object: JsonObject): boolean {
  return stringField(objectField(object, "metadata"), "deletionTimestamp") !== undefined;
}

/** The set that the object is marked as a part of; undefined for none. */
export function partOf(object: JsonObject): string | undefined {
  return stringField(objectField(objectField(object, "metadata"), "labels"), partOfLabel);
}

/** The annotation of that name, or undefined. */
export function liveAnnotation(object: JsonObject, name: string): string | undefined {
  return stringField(objectField(objectField(object, "metadata"), "annotations"), name);
}

/**
 * Reports whether an observed object is older than the written one: the observation is then stale. Resource
 * versions are increasing integers; where they are not, nothing counts as old.
 */
export function isOlder(seen: JsonObject, written: JsonObject): boolean {
  return isOlderVersion(resourceVersionOf(seen), resourceVersionOf(written));
}

/** Reports whether a resource version is lower than another; false if either is not an integer. */
export function isOlderVersion(left: string, right: string): boolean {
  return wholeNumber.test(left) && wholeNumber.test(right) && BigInt(left) < BigInt(right);
}

const wholeNumber = /^\d{1,20}$/;

/** The resourceVersion of the object; empty if it has none. */
export function resourceVersionOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "resourceVersion") ?? "";
}
