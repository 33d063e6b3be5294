/** Builds the part of a request that `apply` and `remove` share. */
import type { ReleaseRequest, Timeouts } from "../apply/model/release-request.ts";
import type { WriteChoices } from "../apply/model/write-choices.ts";
import { millisecondsOf } from "./options/check-options.ts";
import type { RunOptions } from "./options/run-options.ts";

/** The part of a request that all runs share. */
export type RunRequest = Omit<ReleaseRequest, "release" | "timeout" | "deleteCrds" | "onWritten">;

/** Returns the request of options, with the defaults of the command line. */
export function runRequestOf(options: RunOptions): RunRequest {
  const { namespace, readiness = "converge", logs = true, hooks = true } = options;
  const { concurrency = 32, failFast = false, deleteContents = false } = options;
  return {
    namespace,
    readiness,
    logs,
    hooks,
    concurrency,
    failFast,
    deleteContents,
    choices: choicesOf(options),
    timeouts: timeoutsOf(options),
  };
}

function choicesOf({
  dryRun = "none",
  prunePropagationPolicy: propagation = "Background",
  wait = true,
}: RunOptions): WriteChoices {
  return {
    forceConflicts: true,
    recreate: false,
    fieldValidation: "Strict",
    dryRun: dryRun === "none" ? false : dryRun,
    propagation,
    wait,
  };
}

function timeoutsOf({ timeout, pruneTimeout, lockTimeout }: RunOptions): Timeouts {
  const prune = millisecondsOf(pruneTimeout, 300_000);
  return {
    run: timeout === undefined ? undefined : millisecondsOf(timeout, 0),
    prune,
    lock: millisecondsOf(lockTimeout, 60_000),
    external: prune,
    weights: new Map(),
  };
}
