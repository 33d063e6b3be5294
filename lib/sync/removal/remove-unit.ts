import type { RunContext } from "../../apply/model/run-context.ts";
import { isExternalError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { ClusterStatus, OrphanedUnit } from "../status/status-port.ts";
import type { Clusters } from "../clusters.ts";
import type { Engine } from "../apply-engine.ts";
import type { UnitCluster } from "../unit/unit.ts";
import { errorMessage } from "../../object/bug-error.ts";

/** Options of removing a unit. */
export interface RemovalOptions {
  readonly clusters: Clusters;
  /** Returns a cluster of the configuration by its name. */
  readonly clusterNamed: (name: string) => UnitCluster | undefined;
  readonly engine: Engine;
  readonly status: ClusterStatus;
  /** Returns the context of a deletion in that cluster. */
  readonly contextIn: (cluster: Cluster) => Omit<RunContext, "signal" | "emit">;
  readonly signal: AbortSignal;
  /** Whether a unit of another name has taken over its release. */
  readonly isTaken: boolean;
  /** Whether it is known without a lookup that no sidecar of our name keeps it. */
  readonly knowsSiblings: boolean;
  /** Called as it begins, with the policy for what the unit has applied. */
  readonly begun: (policy: OrphanedUnit["onRemove"]) => void;
}

/** The reason why a unit could not be removed. */
export interface LeaveFault {
  readonly message: string;
  /** Whether retrying soon does not help. */
  readonly isRefused: boolean;
}

/**
 * Orphans or deletes what a unit that is no longer configured has applied, as its policy says, and forgets
 * the unit. Orphans it if another unit or sidecar keeps the release now. Returns why it could not be deleted.
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
      return { message: errorMessage(error), isRefused: false };
    }
    throw error;
  }
}

/** Returns undefined if nothing needs to be done: a replica still keeps the unit. */
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
  { release, namespace, serviceAccount, cluster: name }: OrphanedUnit,
  { clusters, clusterNamed, engine, signal, contextIn }: RemovalOptions,
): Promise<LeaveFault | undefined> {
  const cluster = name === undefined ? undefined : clusterNamed(name);
  if (name !== undefined && cluster === undefined) {
    const message = `cluster ${name} is not configured: keep it in clusters until its units are removed`;
    return { message, isRefused: true };
  }
  const opened = await clusters.of({
    ...(cluster === undefined ? {} : { cluster }),
    ...(serviceAccount === undefined ? {} : { serviceAccount }),
  });
  const context = { ...contextIn(opened), signal, emit: () => {} };
  const { verdict, message } = await engine.destroy({ release, namespace }, context);
  return verdict === "converged"
    ? undefined
    : { message: message ?? verdict, isRefused: verdict === "refused" };
}
