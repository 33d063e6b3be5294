import { chance } from "../apply/faults/chance.ts";

/** The random numbers of one actor: the same sequence for the same seed. */
export interface Random {
  /** A number in [0, 1). */
  readonly next: () => number;
  /** True with that probability. */
  readonly chance: (often: number) => boolean;
  /** A number between two. */
  readonly between: (least: number, most: number) => number;
  /** Picks an item; throws if there is none. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** The random numbers of an actor, by its name. `pick` throws an Error for an empty list. */
export function randomFor(seed: number, actor: string): Random {
  let count = 0;
  const next = (): number => {
    count += 1;
    return chance(seed, actor, count);
  };
  return {
    next,
    chance: (often) => next() < often,
    between: (least, most) => least + next() * (most - least),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) {
        throw new Error("there is nothing to choose from");
      }
      return item;
    },
  };
}
