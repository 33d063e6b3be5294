import { objectField, stringField, type JsonObject } from "../../object/json.ts";
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
  const labels = objectField(metadata, "labels");
  const verdicts = new Set([
    ...termsOf(labelSelector).map((term) => isMet(term, (label) => stringField(labels, label))),
    ...termsOf(fieldSelector).map((term) => isMetByField(term, metadata)),
  ]);
  if (verdicts.has(false)) {
    return false;
  }
  return verdicts.has(undefined) ? undefined : true;
}

/** Commas separate terms, except in parentheses, where they separate values. */
function termsOf(selector: string): readonly string[] {
  return (selector.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? [])
    .map((term) => term.trim())
    .filter((term) => term !== "");
}

const membership = /^(?<name>[\w./-]+)\s+(?<operator>in|notin)\s*\((?<values>[^()]*)\)$/;
const equality = /^(?<name>[\w./-]+)\s*(?<operator>==?|!=)\s*(?<values>[\w.-]*)$/;
const existence = /^(?<operator>!?)\s*(?<name>[\w./-]+)$/;

/**
 * Evaluates one label selector term: `a`, `!a`, `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`; `a>1`
 * is not supported.
 */
function isMet(term: string, valueOf: (label: string) => string | undefined): boolean | undefined {
  const found = membership.exec(term) ?? equality.exec(term) ?? existence.exec(term);
  if (found?.groups === undefined) {
    return undefined;
  }
  const { name = "", operator = "", values } = found.groups;
  const value = valueOf(name);
  const isAmong =
    value !== undefined &&
    (values === undefined ||
      values
        .split(",")
        .map((one) => one.trim())
        .includes(value));
  return isAmong !== negations.has(operator);
}

const negations = new Set(["!", "!=", "notin"]);

/** Supports only the field selectors that every kind has. */
function isMetByField(term: string, metadata: JsonObject): boolean | undefined {
  const [, name = "", value] = /^metadata\.(name|namespace)==?([^=]*)$/.exec(term) ?? [];
  return value === undefined ? undefined : (stringField(metadata, name) ?? "") === value;
}
