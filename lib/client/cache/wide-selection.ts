import type { JsonObject } from "../../object/json.ts";
import { labelLookup } from "../../object/label-selector.ts";
import { ownerReferencesOf } from "../../object/metadata.ts";
import { field, stringField } from "../../object/json.ts";
import type { Selection } from "../model/cluster.ts";

/** Objects with one value of a label, or with one owner. */
export interface ObjectGroup {
  readonly value: string;
  /** Undefined: in all namespaces. */
  readonly namespace: string | undefined;
}

/** A selection of objects with one value of a label, as a part of all objects that have the label. */
export interface LabelPart extends ObjectGroup {
  readonly label: string;
  /** Selections that contain it, the narrowest first: of its namespace, and of all. */
  readonly wider: readonly Selection[];
}

/** Splits a selection `label=value`; undefined for any other one. */
export function labelPart(selection: Selection): LabelPart | undefined {
  const { labelSelector = "", fieldSelector = "", namespace, ...kind } = selection;
  const [, label, value] = /^([^=!,\s()]+)=([^=,\s()]+)$/.exec(labelSelector) ?? [];
  if (label === undefined || value === undefined || fieldSelector !== "") {
    return undefined;
  }
  const everywhere = { ...kind, labelSelector: label };
  return {
    label,
    value,
    namespace,
    wider: namespace === undefined ? [everywhere] : [{ ...everywhere, namespace }, everywhere],
  };
}

/** The value by which the objects of a wide selection are divided; undefined if an object has none. */
export type Division = (object: JsonObject) => string | undefined;

/** Divides objects by the value of a label. */
export function dividedByLabel(label: string): Division {
  return (object) => labelLookup(object)(label) ?? undefined;
}

/** The uid of the controller of an object, or else of its first owner. */
export const ownerUid: Division = (object) => {
  const owners = ownerReferencesOf(object);
  return stringField(owners.find((owner) => field(owner, "controller") === true) ?? owners[0], "uid");
};
