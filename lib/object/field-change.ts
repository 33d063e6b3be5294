import type { JsonValue } from "./json.ts";

/**
 * The planned change of an object. `delete`: with its release; `prune`: because it is no longer in the
 * release.
 */
export const diffVerbs = ["create", "change", "recreate", "prune", "delete", "unchanged"] as const;
export type DiffVerb = (typeof diffVerbs)[number];

/** One step to a field: its name, the index of a list entry, or the key that identifies the entry. */
export type DiffStep = string | number | { readonly key: string; readonly value: string };

/** One difference between two states of an object. Values of a Secret are redacted. */
export interface FieldChange {
  readonly path: readonly DiffStep[];
  /**
   * `order`: a list has the same entries in another order; `before` and `after` are then lists of their keys.
   */
  readonly kind: "added" | "removed" | "changed" | "order";
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** A value of a Secret: only the fact that it changes is shown. */
  readonly hidden?: true;
}

/** The differences between an object and its planned state. */
export interface ObjectDiff {
  /** The object's key. */
  readonly key: string;
  readonly verb: DiffVerb;
  readonly changes: readonly FieldChange[];
  /**
   * Facts that the fields do not show: that the server was not asked, that fields of others are taken over.
   */
  readonly notes?: readonly string[];
}
