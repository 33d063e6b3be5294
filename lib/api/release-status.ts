import { isHealthy } from "../apply/release/status-release.ts";
import type { LastRun } from "../inventory/parent-state.ts";
import { formatTimestamp } from "../object/timestamp.ts";
import { type ObjectStatusDocument, objectStatusDocument } from "../report/release/status-document.ts";
import { checkOptions, requireOption } from "./options/check-options.ts";
import type { ConnectedCluster } from "./connected-cluster.ts";
import { convergeErrorOf } from "./converge-error-of.ts";
import { runContextOf } from "./open-handles.ts";
import { readHealth } from "./read-health.ts";
import type { StatusOptions } from "./options/run-options.ts";
import { statusOptionTable } from "./options/run-tables.ts";
import { signalOf } from "./options/signal-of.ts";

/** The result of `status`. */
export interface StatusResult {
  readonly release: string;
  readonly namespace: string;
  /** Whether all objects were written and are ready, and all could be listed. */
  readonly healthy: boolean;
  /** Whether a run has ever succeeded. */
  readonly installed: boolean;
  /** The number of the newest revision. */
  readonly revision?: number;
  readonly lastRun?: {
    /** RFC 3339, in UTC. */
    readonly at: string;
    readonly action: string;
    readonly verdict: string;
  };
  /** Sorted by reference. */
  readonly objects: readonly ObjectStatusDocument[];
  /** The messages of the server about objects that may not be listed. */
  readonly refusals: readonly string[];
}

/**
 * Returns the current status of a release, object by object; undefined if there is no such release. Throws a
 * ConvergeError if the cluster cannot be used, a TypeError for wrong options, and the reason of the signal if
 * that aborts.
 */
export async function releaseStatus(
  cluster: ConnectedCluster,
  options: StatusOptions,
): Promise<StatusResult | undefined> {
  checkOptions("status", options, statusOptionTable);
  requireOption("status", options, "release");
  const { release, namespace, readiness = "converge" } = options;
  const health = await readHealth("status", options.health);
  const signal = signalOf(options);
  const context = { ...(await runContextOf("status", cluster, signal)), emit: () => {} };
  const { status } = await import("../engine.ts");
  const found = await status({ release, namespace, readiness, ...health }, context).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw convergeErrorOf(error);
    },
  );
  if (found === undefined) {
    return undefined;
  }
  const { lastRun, objects, ...facts } = found;
  return {
    ...facts,
    healthy: isHealthy(found),
    ...(lastRun === undefined ? {} : { lastRun: lastRunOf(lastRun) }),
    objects: objects.map(objectStatusDocument),
  };
}

function lastRunOf({ at, action, verdict }: LastRun): NonNullable<StatusResult["lastRun"]> {
  return { at: formatTimestamp(at), action, verdict };
}
