import { sameValue } from "../../evaluate/equality.ts";
import type { CelList, CelValue } from "../../model/value.ts";

/** Returns the first index of the value in the list; -1 if there is none. */
export function firstIndex(list: CelList, value: CelValue): number {
  for (let index = 0; index < list.size; index += 1) {
    if (sameValue(list.at(index), value)) {
      return index;
    }
  }
  return -1;
}

/** Returns the last index of the value in the list; -1 if there is none. */
export function lastIndex(list: CelList, value: CelValue): number {
  for (let index = list.size - 1; index >= 0; index -= 1) {
    if (sameValue(list.at(index), value)) {
      return index;
    }
  }
  return -1;
}

/**
 * The maximum number of comparisons that a function makes. The server's cost limit for one expression allows
 * no more, since each of them costs at least 1.
 */
export const mostComparisons: number = 1_000_000;
