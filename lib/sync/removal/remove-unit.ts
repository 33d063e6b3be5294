import type { RunContext } from "../../apply/model/run-context.ts";
import { isExternalError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { ClusterStatus, OrphanedUnit } from "../status/status-port.ts";
import type { Clusters } from "../clusters.ts";
import type { Engine } from "../apply-engine.ts";

/** What leaving a unit needs. */
export interface RemovalOptions {
  readonly clusters: Clusters;
  readonly engine: Engine;
  readonly status: ClusterStatus;
  /** What a deletion finds around it. */
  readonly contextIn: (cluster: Cluster) => Omit<RunContext, "signal" | "emit">;
  readonly signal: AbortSignal;
  /** Whether a unit of another name has taken its release over. */
  readonly isTaken: boolean;
  /** Whether it is known without a look that no sidecar of our name keeps it. */
  readonly knowsSiblings: boolean;
  /** Called as it begins, with what becomes of what the unit has kept. */
  readonly begun: (policy: OrphanedUnit["onRemove"]) => void;
}

/** Why a unit could not be left. */
export interface LeaveFault {
  readonly message: string;
  /** Whether trying again soon does not help. */
  readonly isRefused: boolean;
}

/**
 * What a unit has kept that is no longer configured stays, or goes as it was asked for; then the unit is
 * forgotten. It stays where its release is kept by somebody else now. Gives why it could not go.
 */
export async function removeUnit(
  left: OrphanedUnit,
  leaving: RemovalOptions,
): Promise<LeaveFault | undefined> {
  const { signal, status } = leaving;
  try {
    const policy = await policyFor(left, leaving);
    if (policy === undefined) {
      return undefined;
    }
    signal.throwIfAborted();
    leaving.begun(policy);
    const fault = policy === "delete" ? await deletionFault(left, leaving) : undefined;
    if (fault === undefined) {
      await status.forget(left.name);
    }
    return fault;
  } catch (error) {
    if (isExternalError(error) || signal.aborted) {
      return { message: error instanceof Error ? error.message : String(error), isRefused: false };
    }
    throw error;
  }
}

/** Undefined where nothing is to be done: it is not left at all. */
async function policyFor(
  { name, onRemove }: OrphanedUnit,
  { isTaken, knowsSiblings, signal, status }: RemovalOptions,
): Promise<OrphanedUnit["onRemove"] | undefined> {
  const claim = await status.claimOf(name, signal);
  if (claim === "sibling" && !knowsSiblings) {
    return undefined;
  }
  return isTaken || claim === "neighbour" ? "orphan" : onRemove;
}

async function deletionFault(
  { release, namespace, serviceAccount }: OrphanedUnit,
  { clusters, engine, signal, contextIn }: RemovalOptions,
): Promise<LeaveFault | undefined> {
  const context = { ...contextIn(await clusters.as(serviceAccount)), signal, emit: () => {} };
  const { verdict, message } = await engine.destroy({ release, namespace }, context);
  return verdict === "converged"
    ? undefined
    : { message: message ?? verdict, isRefused: verdict === "refused" };
}
