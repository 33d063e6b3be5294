import type { ApplyRequest, ReleaseRequest } from "../../apply/model/release-request.ts";
import type { UnitApply } from "../apply-engine.ts";
import type { Unit } from "./unit.ts";

/** Revisions that are kept for a rollback. */
const historyMax = 10;

const validations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;

/** The part of a run of a unit that its request needs. */
type RunOptions = Pick<UnitApply, "concurrency" | "lockTimeout" | "healthRules">;

/** Builds the request to apply a unit, without what its manifests determine. */
export function unitRequest(
  unit: Unit,
  { concurrency, lockTimeout, healthRules }: RunOptions = usual,
): Omit<ApplyRequest, "onPlan" | "source" | "rollback"> {
  return {
    ...removalRequest(unit.release, unit.namespace),
    choices: {
      ...removalRequest(unit.release, unit.namespace).choices,
      forceConflicts: unit.forceConflicts,
      recreate: unit.recreate,
      fieldValidation: validations[unit.validation],
    },
    ...(healthRules === undefined ? {} : { healthRules }),
    fieldRules: unit.fields,
    concurrency,
    timeouts: { ...unit.timeouts, lock: lockTimeout, weights: new Map() },
    timeout: unit.timeouts.reconcile,
    hooksOnce: true,
    isRetried: true,
    isPartial: false,
    historyMax,
    prune: unit.prune,
    pruneLimits: { maxPrune: unit.maxPrune, allow: new Set(unit.allowPrune) },
    consent: undefined,
    inventoryPolicy: unit.inventoryPolicy,
    createNamespace: unit.createNamespace,
  };
}

const usual: RunOptions = { concurrency: 32, lockTimeout: 60_000 };

/** Concurrent deletions. */
const deletions = 32;

/** Milliseconds that the deletion of an object may take, and that another run of the release may take. */
const removalPatience = 300_000;
const lockPatience = 60_000;

/** Builds the request to destroy the release of a unit. */
export function removalRequest(
  release: string,
  namespace: string | undefined,
): Omit<ReleaseRequest, "timeout"> {
  return {
    release,
    namespace,
    choices: {
      forceConflicts: true,
      recreate: false,
      dryRun: false,
      fieldValidation: "Strict",
      propagation: "Background",
      wait: true,
    },
    readiness: "converge",
    // Of stuck objects the last lines are read; the rest of the logs is not followed.
    logs: false,
    concurrency: deletions,
    failFast: false,
    timeouts: {
      run: undefined,
      prune: removalPatience,
      external: removalPatience,
      lock: lockPatience,
      weights: new Map(),
    },
    deleteContents: false,
    // Nobody can be asked; the log names the custom resources that stay.
    deleteControllers: true,
    hooks: true,
  };
}
