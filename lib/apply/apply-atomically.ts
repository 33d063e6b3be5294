/** Applies a release, and undoes that where it fails: back to the last revision that succeeded, or to nothing. */
import { latestOf, succeededBefore } from "../inventory/history.ts";
import type { Revision } from "../inventory/revision.ts";
import { applyRelease } from "./apply-release.ts";
import type { Result } from "./event.ts";
import { loadParent } from "./parent-store.ts";
import { patiently } from "./patience.ts";
import type { ApplyRequest } from "./release-request.ts";
import { removeCreated } from "./remove-created.ts";
import { type PlanRevision, rollbackRelease } from "./rollback-release.ts";
import { endedBy } from "./verdict.ts";
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
  const tell = (message: string): void => {
    world.hear({ type: "notice", at: world.clock.now(), level: "warning", message });
  };
  const history = await readHistory(request, world, tell);
  if (history === undefined) {
    return result;
  }
  if (result.revision === undefined) {
    tell("nothing is rolled back: the set is the one that was deployed before, or a part of it");
    return result;
  }
  if (latestOf(history)?.number !== result.revision) {
    tell("nothing is rolled back: another run has come after this one");
    return result;
  }
  const keys = new Set(
    result.outcomes.filter(({ change }) => change === "created").map(({ target }) => target.key),
  );
  const target = succeededBefore(history, result.revision);
  if (target === undefined) {
    tell("no revision has succeeded yet: what this run has made is deleted");
    await removeCreated({ revision: result.revision, keys }, request, world);
  } else {
    tell(`rolling back to revision ${target.number}`);
    // What was there before the run stays, whoever has put it there.
    const undoing = { to: target.number, newest: result.revision, justCreated: keys, prune: false };
    await rollbackRelease({ ...request, ...undoing }, world);
  }
  return result;
}

/** The revisions of the release; undefined, and told, where they cannot be read. */
async function readHistory(
  { release, timeouts, namespace }: AtomicRequest,
  world: World,
  tell: (message: string) => void,
): Promise<readonly Revision[] | undefined> {
  const place = { release, namespace: namespace ?? world.cluster.namespace };
  try {
    return await patiently(
      world,
      timeouts,
      async (patient) => (await loadParent({ ...place, world: patient })).history,
    );
  } catch (error) {
    const ended = endedBy(error, world.signal.aborted);
    if (ended === undefined) {
      throw error;
    }
    tell(`nothing is rolled back: ${ended.message ?? "the run was interrupted"}`);
    return undefined;
  }
}
