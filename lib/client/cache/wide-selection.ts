import type { JsonObject } from "../../object/json.ts";
import { labelLookup } from "../../object/label-selector.ts";
import type { Selection } from "../model/cluster.ts";

/** Objects with one value of a label. */
export interface LabelGroup {
  readonly value: string;
  /** Undefined: in all namespaces. */
  readonly namespace: string | undefined;
}

/** A selection of objects with one value of a label, as a part of all objects that have the label. */
export interface LabelPart extends LabelGroup {
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

/** The value of a label of an object, by which a wide selection is divided; undefined without the label. */
export function valueOfLabel(object: JsonObject, label: string): string | undefined {
  return labelLookup(object)(label) ?? undefined;
}
