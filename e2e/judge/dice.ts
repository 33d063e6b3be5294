/** Luck that follows from words alone: the same words, the same cases. */
export interface Dice {
  /** A whole number from 0 up to, not including, `count`. */
  readonly below: (count: number) => number;
  /** Whether something happens that does so in that share of all cases. */
  readonly chance: (share: number) => boolean;
  /** One of several; there must be one. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** `least` to `most` things, each drawn by itself. */
  readonly several: <Item>(least: number, most: number, draw: (index: number) => Item) => readonly Item[];
}

/** Dice that fall as the words say. */
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

/**
 * Numbers from 0 up to, not including, 1: a counter stirred by multiplications, which starts where the text
 * says.
 */
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
