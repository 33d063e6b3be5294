import type { Written } from "../../client/model/cluster.ts";
import { type JsonObject, sameJson } from "../../object/json.ts";
import { metadataOf, resourceVersionOf } from "../../object/metadata.ts";

/**
 * Classifies the change that a write made, or would make in a dry run. `live`: the object before the write;
 * undefined if it did not exist.
 */
export function classifyChange(
  live: JsonObject | undefined,
  { object, created }: Pick<Written, "object" | "created">,
  isDry: boolean,
): "created" | "configured" | "unchanged" {
  if (created) {
    return "created";
  }
  // A dry run never assigns a new resourceVersion, whatever it changes.
  const isSame = live !== undefined && (isDry ? hasSameContent : isSameVersion)(live, object);
  return isSame ? "unchanged" : "configured";
}

function isSameVersion(live: JsonObject, written: JsonObject): boolean {
  return resourceVersionOf(live) === resourceVersionOf(written);
}

function hasSameContent(live: JsonObject, written: JsonObject): boolean {
  return sameJson(withoutCounters(live), withoutCounters(written));
}

function withoutCounters(object: JsonObject): JsonObject {
  const { managedFields: _, resourceVersion: __, generation: ___, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}
