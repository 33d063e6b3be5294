/** Applies a release, and undoes that where it fails: back to the last revision that succeeded, or to nothing. */
import { latestOf, succeededBefore } from "../inventory/history.ts";
import { applyRelease } from "./apply-release.ts";
import type { Result } from "./event.ts";
import { loadParent } from "./parent-store.ts";
import type { ApplyRequest } from "./release-request.ts";
import { removeCreated } from "./remove-created.ts";
import { type PlanRevision, rollbackRelease } from "./rollback-release.ts";
import type { World } from "./world.ts";

/** An application that leaves nothing half done. */
export interface AtomicRequest extends ApplyRequest {
  readonly planRevision: PlanRevision;
}

/**
 * Applies, and where that failed or ran out of time, undoes it. The result is that of the application; how the undoing ended
 * is told as a run of its own. A run that was interrupted is left as it stands, as is one that nobody knows the end of.
 */
export async function applyAtomically(request: AtomicRequest, world: World): Promise<Result> {
  const result = await applyRelease(request, world);
  const hasFailed = result.verdict === "failed" || result.verdict === "timedOut";
  if (!hasFailed || request.choices.dryRun !== false) {
    return result;
  }
  const { release, namespace = world.cluster.namespace } = request;
  const { history } = await loadParent({ world, release, namespace });
  const tell = (message: string): void => {
    world.hear({ type: "notice", at: world.clock.now(), level: "warning", message });
  };
  if (result.revision === undefined) {
    tell("nothing is rolled back: the set is the one that was deployed before, or a part of it");
    return result;
  }
  if (latestOf(history)?.number !== result.revision) {
    tell("nothing is rolled back: another run has come after this one");
    return result;
  }
  const created = result.outcomes
    .filter(({ change }) => change === "created")
    .map(({ target }) => target.key);
  const target = succeededBefore(history, result.revision);
  if (target === undefined) {
    tell("no revision has succeeded yet: what this run has made is deleted");
    await removeCreated(new Set(created), request, world);
  } else {
    tell(`rolling back to revision ${target.number}`);
    const justCreated = new Set(created);
    await rollbackRelease({ ...request, to: target.number, justCreated, prune: true }, world);
  }
  return result;
}
