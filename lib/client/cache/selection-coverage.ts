import { stringField, type JsonObject } from "../../object/json.ts";
import { labelLookup, matchesText } from "../../object/label-selector.ts";
import { metadataOf } from "../../object/metadata.ts";
import type { Place, Selection } from "../model/cluster.ts";

/** A text that is the same for equal selections. */
export function selectionKey(selection: Selection): string {
  const { resource, namespace, labelSelector, fieldSelector, metadataOnly } = selection;
  const { group, version, plural } = resource;
  return JSON.stringify([
    group,
    version,
    plural,
    namespace ?? "",
    labelSelector ?? "",
    fieldSelector ?? "",
    metadataOnly === true,
  ]);
}

/** Reports whether a selection is of the kind and namespace of a place. */
export function covers({ resource, namespace }: Selection, place: Place): boolean {
  return (
    resource.group === place.resource.group &&
    resource.plural === place.resource.plural &&
    (namespace === undefined || namespace === place.namespace)
  );
}

/**
 * Reports whether an object looks the same in a selection that covers its place: metadata are the same under
 * every version of a kind.
 */
export function showsAlike({ resource, metadataOnly }: Selection, place: Place): boolean {
  return metadataOnly === true || resource.version === place.resource.version;
}

/**
 * Reports whether a selection that covers its place has the object; undefined if its selectors are not
 * supported.
 */
export function hasSelected(
  { labelSelector = "", fieldSelector = "" }: Selection,
  object: JsonObject,
): boolean | undefined {
  const metadata = metadataOf(object);
  const verdicts = new Set([
    matchesText(labelSelector, labelLookup(object)),
    ...termsOf(fieldSelector).map((term) => isMetByField(term, metadata)),
  ]);
  if (verdicts.has(false)) {
    return false;
  }
  return verdicts.has(undefined) ? undefined : true;
}

function termsOf(selector: string): readonly string[] {
  return selector
    .split(",")
    .map((term) => term.trim())
    .filter((term) => term !== "");
}

/** Supports only the field selectors that every kind has. */
function isMetByField(term: string, metadata: JsonObject): boolean | undefined {
  const [, name = "", value] = /^metadata\.(name|namespace)==?([^=]*)$/.exec(term) ?? [];
  return value === undefined ? undefined : (stringField(metadata, name) ?? "") === value;
}
