import type { ObjectEffect, SetComparison } from "../../compare/set-comparison.ts";

/** The look of an object on the page of a comparison: a colour, a border and a sign for each effect. */
export type ChangeLook =
  | "change-added"
  | "change-changed"
  | "change-recreated"
  | "change-refused"
  | "change-removed"
  | "change-kept"
  | "change-moved"
  | "change-none";

/** A look with its sign, which sets it apart without colours, and its name. */
export interface LookWords {
  readonly look: ChangeLook;
  readonly sign: string;
  readonly word: string;
}

const moved: LookWords = { look: "change-moved", sign: "⇄", word: "order" };

/** The look of an object that does not change. */
export const sameLook: LookWords = { look: "change-none", sign: "", word: "unchanged" };

const looks: Readonly<Record<ObjectEffect, LookWords>> = {
  added: { look: "change-added", sign: "+", word: "added" },
  changed: { look: "change-changed", sign: "~", word: "changed" },
  recreated: { look: "change-recreated", sign: "↻", word: "recreated" },
  refused: { look: "change-refused", sign: "!", word: "refused" },
  pruned: { look: "change-removed", sign: "−", word: "removed" },
  kept: { look: "change-kept", sign: "○", word: "kept" },
  left: { look: "change-kept", sign: "○", word: "left" },
};

/** Returns the look of an object with an effect. */
export function effectLook(effect: ObjectEffect): LookWords {
  return looks[effect];
}

/** All looks but that of unchanged objects, in the order of the legend. */
export const changeLooks: readonly LookWords[] = [
  looks.added,
  looks.changed,
  looks.recreated,
  looks.refused,
  looks.pruned,
  { ...looks.kept, word: "not deleted" },
  { ...moved, word: "order changed" },
];

/** Returns the look of each object that differs, and its badge: `~ changed ⇄`. */
export function looksOf(
  comparison: SetComparison,
): ReadonlyMap<string, { readonly look: ChangeLook; readonly badge: string }> {
  const reordered = new Set([...comparison.moves, ...comparison.waits].map(({ key }) => key));
  const found = new Map([...reordered].map((key) => [key, { look: moved.look, badge: badgeOf(moved) }]));
  for (const { key, effect } of comparison.objects) {
    const words = looks[effect];
    const also = reordered.has(key) ? ` ${moved.sign}` : "";
    found.set(key, { look: words.look, badge: badgeOf(words) + also });
  }
  return found;
}

function badgeOf({ sign, word }: LookWords): string {
  return `${sign} ${word}`;
}
