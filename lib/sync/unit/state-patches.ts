import type { GitRevision } from "../../git/model/git-repository.ts";
import type { RolloutWait } from "../rollout/admit-revision.ts";
import { formatUnits, shortRevision } from "./run-messages.ts";
import type { UnitState } from "./unit-state.ts";
import type { StatePatch } from "./unit-state-publisher.ts";

/** Returns the state of a unit whose manifests a commit has left unchanged. */
export function upToDatePatch(revision: GitRevision): StatePatch {
  const message = `${shortRevision(revision)}: its manifests have not changed`;
  return { phase: "Ready", message, blockedBy: [], attempted: revision, applied: revision };
}

/** Returns the state of a unit that waits for others. */
export function blockedPatch(blockedBy: readonly string[]): StatePatch {
  return { phase: "Blocked", message: `waits for ${formatUnits(blockedBy)}`, blockedBy };
}

/**
 * Returns the state of a unit that has no revision to apply yet, or whose revision is fetched again: if it is
 * ready, it stays so.
 */
export function idlePatch(
  { phase, applied }: Pick<UnitState, "phase" | "applied">,
  { fault, waiting }: { readonly fault: string | undefined; readonly waiting: RolloutWait | undefined },
): StatePatch {
  if (phase === "Ready" && applied !== undefined) {
    return fault === undefined ? {} : { sourceFault: fault };
  }
  if (fault !== undefined) {
    return { phase: "Failed", message: fault };
  }
  return waiting === undefined ? {} : { phase: "Blocked", message: waiting.message };
}

/** Returns the state of a unit that waits until it is known which objects others will have. */
export function unknownPatch(blockedBy: readonly string[]): StatePatch {
  const message = `waits until it is known which objects ${formatUnits(blockedBy)} will have`;
  return { phase: "Blocked", message, blockedBy };
}
