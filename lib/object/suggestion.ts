import { distance } from "fastest-levenshtein";

import { compareText } from "./object-ref.ts";

/**
 * The known word that the user most likely meant, or undefined where none is near: at most a third of its
 * letters may differ, and never more than three. Upper and lower case do not count as a difference.
 *
 * Complexity: O(known × length²).
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (const candidate of [...known].toSorted(compareText)) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) {
      continue;
    }
    const away = distance(wanted, candidate.toLowerCase());
    if (away < bestDistance) {
      best = candidate;
      bestDistance = away;
    }
  }
  return best;
}

/** `did you mean "web"?` behind a semicolon, or nothing where no known word is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const meant = suggest(word, known);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
}
