import { sameValue } from "../../evaluate/equality.ts";
import type { CelList, CelValue } from "../../model/value.ts";

/** Where the value stands in the list first; -1 where it does not. */
export function firstIndex(list: CelList, value: CelValue): number {
  for (let index = 0; index < list.size; index += 1) {
    if (sameValue(list.at(index), value)) {
      return index;
    }
  }
  return -1;
}

/** Where the value stands in the list last; -1 where it does not. */
export function lastIndex(list: CelList, value: CelValue): number {
  for (let index = list.size - 1; index >= 0; index -= 1) {
    if (sameValue(list.at(index), value)) {
      return index;
    }
  }
  return -1;
}

/**
 * The greatest number of comparisons that a function makes. A server lets one expression cost no more, each
 * of them being 1 or above.
 */
export const mostComparisons: number = 1_000_000;
