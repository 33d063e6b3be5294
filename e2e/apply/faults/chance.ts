import { createHash } from "node:crypto";

/** A number from 0 up to, not including, 1 that follows from its words alone: the luck of a seed. */
export function chance(...words: readonly (string | number)[]): number {
  const digest = createHash("sha256").update(words.join("\n")).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** One of several, by the luck of those words. */
export function choose<Item>(
  items: readonly [Item, ...Item[]],
  ...words: readonly (string | number)[]
): Item {
  return items[Math.floor(chance(...words) * items.length)] ?? items[0];
}
