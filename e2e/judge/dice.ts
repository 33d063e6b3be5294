/** Pseudo-random choices, derived from words alone: the same words give the same cases. */
export interface Dice {
  /** An integer in [0, `count`). */
  readonly below: (count: number) => number;
  /** True with that probability. */
  readonly chance: (share: number) => boolean;
  /** Picks an item; there must be one. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** Generates `least` to `most` items independently. */
  readonly several: <Item>(least: number, most: number, draw: (index: number) => Item) => readonly Item[];
}

/** Creates a generator seeded with the words. */
export function rollDice(...words: readonly (string | number)[]): Dice {
  const next = numbersOf(words.join("\n"));
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      const index = below(items.length);
      for (const item of items.slice(index, index + 1)) {
        return item;
      }
      throw new Error("there is nothing to pick from");
    },
    several: (least, most, draw) =>
      Array.from({ length: least + below(most - least + 1) }, (_, index) => draw(index)),
  };
}

/** Numbers in [0, 1): a counter mixed by multiplications, starting at a hash of the text. */
function numbersOf(text: string): () => number {
  let state = 2_166_136_261;
  for (const sign of text) {
    state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  }
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
