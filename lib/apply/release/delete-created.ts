import { deletionTasks, hookKeys, objectsOfNewest } from "./deletion-hooks.ts";
import type { Result } from "../model/event.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { Lock } from "../store/lock.ts";
import { openWatches } from "../observe/observe-release.ts";
import type { RedactingSink } from "../model/redact-events.ts";
import { loadParent } from "../store/applyset-store.ts";
import { findCandidates } from "../observe/prune-candidates.ts";
import { requireNewest } from "../model/revision-errors.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import { type RunEnd, endingOf, executeTasks } from "../execute/execute-run.ts";
import { executeRedacted } from "../execute/execute-redacted.ts";
import { openSession } from "./session.ts";
import { isFromUndoneRun, type RollbackScope } from "../model/rollback-scope.ts";
import type { RunContext } from "../model/run-context.ts";
import type { JsonObject } from "../../object/json.ts";

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
  return executeRedacted(request.timeouts, context, (patient, sink) =>
    remove(created, { request, sink }, patient),
  );
}

async function remove(
  created: Created,
  { request, sink }: { readonly request: ReleaseRequest; readonly sink: RedactingSink },
  context: RunContext,
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
      // The namespace holds the record of what was tried.
      const isKept = (key: string, object: JsonObject): boolean =>
        !isFromUndoneRun(created.undoing, key, object) || key === `/Namespace/${namespace}`;
      const going = [...findCandidates(deps, record.id, isKept).values()];
      const sent = await objectsOfNewest(record, place, request.hooks);
      sink.addSecrets([...going, ...sent.map(({ value }) => value)]);
      const plan = request.planRemoval(going, namespace, {
        hooks: request.hooks ? sent : [],
        isNamespaced: (kind) => kinds.find(kind)?.namespaced,
      });
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
