import type { GitRevision } from "../source/git/git-repository.ts";
import type { StateNews } from "./standing.ts";
import type { RunReason } from "./unit-state.ts";

/** What a unit does next: a run, or nothing until something changes. */
export type Step = RunStep | { readonly type: "rest"; readonly news: StateNews };

/** A run that is due. */
export interface RunStep {
  readonly type: "run";
  readonly reason: RunReason;
  readonly revision: GitRevision;
  /** What is told as it begins. */
  readonly seen: StateNews;
}

/** Nothing is done until something changes. */
export function rest(news: StateNews): Step {
  return { type: "rest", news };
}
