import { checkOptions, requireOption } from "./options/check-options.ts";
import type { ConnectedCluster } from "./connected-cluster.ts";
import { readHealth } from "./read-health.ts";
import { reportRun } from "./report-run.ts";
import { runRequestOf } from "./run-request.ts";
import type { RemoveOptions } from "./options/run-options.ts";
import type { RunResult } from "./run-result.ts";
import { removeOptionTable } from "./options/run-tables.ts";

/**
 * Deletes a release and all its objects, in reverse dependency order, and waits until they are gone. Throws a
 * ConvergeError if the cluster cannot be used, and a TypeError for wrong options.
 */
export async function removeRelease(cluster: ConnectedCluster, options: RemoveOptions): Promise<RunResult> {
  checkOptions("remove", options, removeOptionTable);
  requireOption("remove", options, "release");
  const { release, deleteCrds = false, deleteControllers = false } = options;
  const health = await readHealth("remove", options.health);
  const { destroy } = await import("../engine.ts");
  return reportRun("remove", { cluster, options }, (context) =>
    destroy({ ...runRequestOf(options), ...health, release, deleteCrds, deleteControllers }, context),
  );
}
