import type { JudgedCase } from "./judged-case.ts";
import type { Verdict } from "./verdict.ts";

/** Something in which converge and the server do not say the same, on purpose or for a reason. */
export interface KnownDifference {
  readonly name: string;
  /** Why it is so. */
  readonly cause: string;
  readonly isSeen: (answers: Answers) => boolean;
}

/** Both answers to a case. */
export interface Answers {
  readonly judged: JudgedCase;
  readonly server: Verdict;
  readonly offline: Verdict;
}

/** All known differences; docs/server-differences.md tells the reader of the same. */
export const knownDifferences: readonly KnownDifference[] = [];

/** The known difference that two differing answers show. */
export function knownDifference(answers: Answers): KnownDifference | undefined {
  return knownDifferences.find(({ isSeen }) => isSeen(answers));
}
