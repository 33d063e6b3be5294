import type { JsonValue } from "./json.ts";

/**
 * What would happen to an object. `delete`: with its release; `prune`: because the release no longer has it.
 */
export const diffVerbs = ["create", "change", "recreate", "prune", "delete", "unchanged"] as const;
export type DiffVerb = (typeof diffVerbs)[number];

/**
 * One step to a field: its name, the number of a list's entry, or the key that tells the entry from others.
 */
export type DiffStep = string | number | { readonly key: string; readonly value: string };

/** One difference between two states of an object. Values of a Secret are masked in it. */
export interface FieldChange {
  readonly path: readonly DiffStep[];
  /**
   * `order`: the entries of a list are the same in another order; `before` and `after` are then lists of
   * their keys.
   */
  readonly kind: "added" | "removed" | "changed" | "order";
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** A value of a Secret: that it changes is all there is to see. */
  readonly hidden?: true;
}

/** How an object differs from what it would become. */
export interface ObjectDiff {
  /** Its written form. */
  readonly key: string;
  readonly verb: DiffVerb;
  readonly changes: readonly FieldChange[];
  /** What the fields do not say: that the server was not asked, that fields of others are taken over. */
  readonly notes?: readonly string[];
}
