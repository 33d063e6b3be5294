import type { Written } from "../../client/model/cluster.ts";
import { type JsonObject, objectField, sameJson } from "../../object/json.ts";
import { resourceVersionOf } from "./live-object.ts";

/**
 * What a write has made of an object, or would make of it in a dry run. `live`: as it stood before; undefined
 * where it did not.
 */
export function classifyChange(
  live: JsonObject | undefined,
  { object, created }: Pick<Written, "object" | "created">,
  isDry: boolean,
): "created" | "configured" | "unchanged" {
  if (created) {
    return "created";
  }
  // A dry run gives nothing a new version, whatever it changes.
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
  const {
    managedFields: _,
    resourceVersion: __,
    generation: ___,
    ...metadata
  } = objectField(object, "metadata");
  return { ...object, metadata };
}
