import { createHash } from "node:crypto";

/** A pseudo-random number in [0, 1), derived from the words alone. */
export function chance(...words: readonly (string | number)[]): number {
  const digest = createHash("sha256").update(words.join("\n")).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** Picks an item by the pseudo-random number of the words. */
export function choose<Item>(
  items: readonly [Item, ...Item[]],
  ...words: readonly (string | number)[]
): Item {
  return items[Math.floor(chance(...words) * items.length)] ?? items[0];
}
