import { chance } from "../apply/faults/chance.ts";

/** The luck of one actor of a seed: the same row of numbers each time. */
export interface Luck {
  /** A number from 0 up to, not including, 1. */
  readonly next: () => number;
  /** Whether something happens that does so often, from 0 to 1. */
  readonly isSo: (often: number) => boolean;
  /** A number between two. */
  readonly between: (least: number, most: number) => number;
  /** One of several; throws where there is none. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** The luck of an actor by its name. */
export function luckOf(seed: number, actor: string): Luck {
  let count = 0;
  const next = (): number => {
    count += 1;
    return chance(seed, actor, count);
  };
  return {
    next,
    isSo: (often) => next() < often,
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
