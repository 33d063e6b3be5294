import { partOfLabel } from "../../inventory/apply-set.ts";
import { type JsonObject } from "../../object/json.ts";
import { labelOf, resourceNumber, resourceVersionOf } from "../../object/metadata.ts";
import { formatRef, type ObjectRef } from "../../object/object-ref.ts";
import type { Target } from "./event.ts";

/** An object of a run, named by its reference. */
export function targetOf(ref: ObjectRef): Target {
  return { key: formatRef(ref), group: ref.group, kind: ref.kind, namespace: ref.namespace, name: ref.name };
}

/** The set that the object is marked as a part of; undefined for none. */
export function partOf(object: JsonObject): string | undefined {
  return labelOf(object, partOfLabel);
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
  const [first, second] = [resourceNumber(left), resourceNumber(right)];
  return first !== undefined && second !== undefined && first < second;
}
