/** The history of a release: its revisions, as its record lists them. */
import { ApiError } from "../../client/model/api-error.ts";
import { parentName } from "../../inventory/apply-set.ts";
import { latestOf, succeededBefore } from "../../inventory/history.ts";
import { seemsHeld } from "../../inventory/lease.ts";
import type { Revision } from "../../inventory/revision.ts";
import { isStored, loadParent, type ReleaseLocation, getIfExists } from "../store/applyset-store.ts";
import type { RunContext } from "../model/run-context.ts";
import { leases } from "../model/well-known-resources.ts";

/** The release whose history is requested. */
export interface HistoryRequest {
  readonly release: string;
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
}

/** The revisions of a release whose content is kept. */
export interface ReleaseHistory {
  readonly release: string;
  readonly namespace: string;
  /** The oldest first. */
  readonly revisions: readonly Revision[];
  /** The number of the newest that succeeded: what the cluster was last brought to. */
  readonly deployed?: number;
  /** Whether a run of the newest is in progress; also false if that is unknown. */
  readonly isUnderWay: boolean;
}

/**
 * The history of a release; undefined if there is no release. Throws a RefusedError if its record cannot be
 * read.
 */
export async function historyOfRelease(
  { release, namespace }: HistoryRequest,
  context: RunContext,
): Promise<ReleaseHistory | undefined> {
  const home = namespace ?? context.cluster.namespace;
  const place = { context, release, namespace: home };
  const record = await loadParent(place);
  if (!isStored(record)) {
    return undefined;
  }
  const { history } = record;
  // A deletion may have removed everything and still have hooks to run.
  const deployed = record.installed ? succeededBefore(history)?.number : undefined;
  return {
    release,
    namespace: home,
    revisions: history,
    ...(deployed === undefined ? {} : { deployed }),
    isUnderWay: latestOf(history)?.outcome === "unfinished" && (await isLocked(place)),
  };
}

/** Without permission to read the lock, everything else is still reported. */
async function isLocked({ context, release, namespace }: Omit<ReleaseLocation, "kinds">): Promise<boolean> {
  try {
    const lease = await getIfExists({ resource: leases, namespace, name: parentName(release) }, context);
    return seemsHeld(lease, context.clock.now());
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      return false;
    }
    throw error;
  }
}
