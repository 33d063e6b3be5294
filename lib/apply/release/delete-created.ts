import { deletionTasks, hookKeys, objectsOfNewest } from "./deletion-hooks.ts";
import type { Result } from "../model/event.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { Lock } from "../store/lock.ts";
import { openWatches } from "../observe/observe-release.ts";
import { loadParent } from "../store/applyset-store.ts";
import { findCandidates } from "../observe/prune-candidates.ts";
import { requireNewest } from "../model/refused-error.ts";
import { type ReleaseRequest, isFromUndoneRun, type RollbackScope } from "../model/release-request.ts";
import { type RunEnd, endingOf, executeTasks } from "../execute/execute-run.ts";
import { ReportedRun } from "../execute/reported-run.ts";
import { openSession } from "./session.ts";
import type { RunContext } from "../model/run-context.ts";
import type { JsonObject } from "../../object/json.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import { planRemoval } from "../plan/plan-removal.ts";

/** The objects that a run has created. */
export interface Created {
  /** Its revision. */
  readonly revision: number;
  readonly undoing: RollbackScope;
}

/**
 * Deletes the objects of a release that one run has created, in reverse order, with the hooks of a deletion
 * around that, as Helm uninstalls what could not be installed. Nothing is deleted if another run has come
 * after it. The record is kept: it documents what was tried.
 */
export function removeCreated(
  created: Created,
  request: ReleaseRequest,
  context: RunContext,
): Promise<Result> {
  const run = new ReportedRun(request.timeouts, context);
  return remove(created, request, run).then(
    (end) => run.end(end),
    (error: unknown) => run.fail(error),
  );
}

/** Finds the objects to delete; the namespace of the release stays, since it holds the record of the run. */
function findCreated(
  { undoing }: Created,
  { deps, id, namespace }: { readonly deps: EffectDeps; readonly id: string; readonly namespace: string },
): readonly JsonObject[] {
  const isKept = (key: string, object: JsonObject): boolean =>
    !isFromUndoneRun(undoing, key, object) || key === `/Namespace/${namespace}`;
  return [...findCandidates(deps, id, isKept).values()];
}

async function remove(
  created: Created,
  request: ReleaseRequest,
  { context, sink }: ReportedRun,
): Promise<RunEnd> {
  const { cluster, signal } = context;
  const { release, namespace = cluster.namespace, timeouts, deleteContents } = request;
  const kinds = new RestMapper(cluster, await cluster.discover({ signal }));
  const place = { context, kinds, release, namespace };
  const lock = await Lock.acquire({ ...place, timeout: timeouts.lock });
  try {
    const record = await loadParent(place);
    requireNewest(record, created.revision);
    const session = openSession({ kinds, id: record.id, objects: [] }, request, context);
    try {
      const { deps } = session;
      await openWatches(record, deps);
      const going = findCreated(created, { deps, id: record.id, namespace });
      const sent = await objectsOfNewest(record, place, request.hooks);
      sink.addSecrets([...going, ...sent.map(({ value }) => value)]);
      const around = {
        hooks: request.hooks ? sent : [],
        isNamespaced: (kind: GroupKind) => kinds.find(kind)?.namespaced,
      };
      const plan = planRemoval(going, { request, namespace, around });
      const removing = { deps, id: record.id, deleteContents, ownHooks: hookKeys(sent, namespace) };
      const making = { operation: "delete", timeout: timeouts.prune, removing } as const;
      const tasks = await deletionTasks(plan, record, { making, external: timeouts.external });
      return endingOf(
        await executeTasks(tasks, { plan, request, session, stop: lock.lost }, context),
        context,
      );
    } finally {
      session.close();
    }
  } finally {
    await lock.release();
  }
}
