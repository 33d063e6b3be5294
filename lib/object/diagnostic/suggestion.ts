import { distance } from "fastest-levenshtein";

import { compareText } from "../object-ref.ts";

const longestWord = 64;

/**
 * The known word that the user most likely meant, or undefined if none is close: at most a third of its
 * letters may differ, and never more than three. Case is ignored, a swap of two neighbours counts as one
 * difference.
 *
 * A word of more than 64 letters gets no suggestion: it is not a typo. Complexity: O(known × length²).
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > longestWord) {
    return undefined;
  }
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (const candidate of [...known].toSorted(compareText)) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) {
      continue;
    }
    const other = candidate.toLowerCase();
    const away = isSwap(wanted, other) ? 1 : distance(wanted, other);
    if (away < bestDistance) {
      best = candidate;
      bestDistance = away;
    }
  }
  return best;
}

/**
 * The Levenshtein distance of two words: letters to insert, delete or replace. Complexity: the product of
 * their lengths.
 */
export function editDistance(left: string, right: string): number {
  return distance(left, right);
}

/** Reports whether two neighbouring letters are swapped: `imgae` for `image`, the most common typo. */
function isSwap(word: string, other: string): boolean {
  let start = 0;
  while (start < word.length && word[start] === other[start]) {
    start += 1;
  }
  return (
    start < word.length &&
    word.length === other.length &&
    word[start] === other[start + 1] &&
    word[start + 1] === other[start] &&
    word.slice(start + 2) === other.slice(start + 2)
  );
}

/** `did you mean "web"?` after a semicolon, or empty if no known word is close. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const meant = suggest(word, known);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
}
