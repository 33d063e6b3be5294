import type { StatePatch } from "./unit-state-publisher.ts";
import type { RunReason } from "./unit-state.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";

/** The next action of a unit: a run, or nothing until something changes. */
export type NextAction = RunStep | { readonly type: "rest"; readonly patch: StatePatch };

/** A run that is due. */
export interface RunStep {
  readonly type: "run";
  readonly reason: RunReason;
  readonly revision: GitRevision;
  /** The patch that is published as it begins. */
  readonly seen: StatePatch;
}

/** Returns an action that does nothing until something changes. */
export function idle(patch: StatePatch): NextAction {
  return { type: "rest", patch };
}
