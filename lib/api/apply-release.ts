import type { ApplySetRequest } from "../engine.ts";
import { defaultMaxPrune, parseMaxPrune } from "../inventory/prune-limits.ts";
import { checkOptions, millisecondsOf, requireOption } from "./options/check-options.ts";
import type { ConnectedCluster } from "./connected-cluster.ts";
import { openSet } from "./open-set.ts";
import { readFields } from "./read-fields.ts";
import { readHealth } from "./read-health.ts";
import { reportRun } from "./report-run.ts";
import { runRequestOf } from "./run-request.ts";
import type { ApplyOptions } from "./options/run-options.ts";
import type { RunResult } from "./run-result.ts";
import { applyOptionTable } from "./options/run-tables.ts";
import { setRequestOf, writeChoicesOf } from "./set-request.ts";

/**
 * Applies manifests as a release, in dependency order, waits until all objects are ready, and prunes what the
 * release no longer contains. If the signal aborts, the run ends, releases its lock and returns
 * `interrupted`.
 * Throws a ConvergeError if the cluster cannot be used, and a TypeError for wrong options.
 */
export async function applyRelease(cluster: ConnectedCluster, options: ApplyOptions): Promise<RunResult> {
  checkOptions("apply", options, applyOptionTable);
  requireOption("apply", options, "release");
  const health = await readHealth("apply", options.health);
  const fields = await readFields("apply", options.fields);
  const sources = await openSet("apply", options);
  const { apply } = await import("../engine.ts");
  return reportRun("apply", { cluster, options }, (context, onDiagnostics) => {
    const onPlan: ApplySetRequest["onPlan"] = async ({ plan }) => {
      onDiagnostics(plan.diagnostics);
      return Promise.resolve();
    };
    return apply(
      { ...requestOf(options), ...health, ...fields, ...setRequestOf(options, sources), onPlan },
      context,
    );
  });
}

/** Returns the request of the options that describe the run. */
function requestOf(
  options: ApplyOptions,
): Omit<ApplySetRequest, "onPlan" | keyof ReturnType<typeof setRequestOf>> {
  const common = runRequestOf(options);
  const { maxPrune, allowPrune = [], selector, sourceRevision } = options;
  return {
    ...common,
    choices: { ...common.choices, ...writeChoicesOf(options) },
    timeouts: {
      ...common.timeouts,
      external: millisecondsOf(options.externalTimeout, 300_000),
    },
    pruneLimits: {
      maxPrune: parseMaxPrune(String(maxPrune)) ?? defaultMaxPrune,
      allow: new Set(allowPrune),
    },
    consent: consentOf(options),
    isPartial: selector !== undefined,
    source: sourceRevision,
    historyMax: options.historyMax ?? 10,
    atomic: options.atomic ?? false,
  };
}

function consentOf({ confirmPrune }: ApplyOptions): ApplySetRequest["consent"] {
  return confirmPrune === undefined
    ? undefined
    : async (refusals) =>
        confirmPrune(refusals.map(({ guard, names, message }) => ({ guard, objects: names, message })));
}
