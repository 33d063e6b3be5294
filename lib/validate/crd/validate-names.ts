import { indexedList, type JsonObject, stringField } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { labelFault, mixedCaseFault } from "../model/dns-name.ts";
import { invalid, required, childPath, type FieldPathNode } from "../schema/field-errors.ts";

const nameFields = ["plural", "singular", "kind", "listKind"] as const;

/**
 * Returns the names of a kind as the API server completes them: the singular and the list kind are derived
 * from the kind.
 */
export function withDefaultNames(names: JsonObject): JsonObject {
  const kind = textIn(names, "kind");
  const singular = textIn(names, "singular") || kind.toLowerCase();
  const listKind = textIn(names, "listKind") || (kind === "" ? "" : `${kind}List`);
  return { ...names, singular, listKind };
}

/** Validates the names of a definition, after defaulting. */
export function specNamesFaults(names: JsonObject, trail: FieldPathNode): readonly FieldFault[] {
  const missing = nameFields
    .filter((name) => textIn(names, name) === "")
    .map((name) => required(childPath(trail, name), "must be given"));
  return [...missing, ...namesFaults(names, trail)];
}

/** Validates the names that are given: those of a spec, or the accepted ones. */
export function namesFaults(names: JsonObject, trail: FieldPathNode): readonly FieldFault[] {
  const [kind, listKind] = [textIn(names, "kind"), textIn(names, "listKind")];
  const same =
    kind !== "" && kind === listKind
      ? [invalid(childPath(trail, "listKind"), "may not be the same as kind")]
      : [];
  return [
    ...nameFields.flatMap((name) => nameFault(names, name, trail)),
    ...same,
    ...listedNameFaults(names, "shortNames", trail),
    ...listedNameFaults(names, "categories", trail),
  ];
}

function nameFault(names: JsonObject, name: string, trail: FieldPathNode): readonly FieldFault[] {
  const text = textIn(names, name);
  const mixed = name === "kind" || name === "listKind";
  const fault = text === "" ? undefined : (mixed ? mixedCaseFault : labelFault)(text);
  return fault === undefined ? [] : [invalid(childPath(trail, name), fault)];
}

function listedNameFaults(names: JsonObject, list: string, trail: FieldPathNode): readonly FieldFault[] {
  return indexedList(names, list).flatMap(([index, entry]) => {
    const fault = labelFault(typeof entry === "string" ? entry : "");
    return fault === undefined ? [] : [invalid(childPath(trail, list, index), fault)];
  });
}

function textIn(names: JsonObject, name: string): string {
  return stringField(names, name) ?? "";
}
