import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import { hasCompleted, hasFailedForGood, hasRemovedItself } from "./completion.ts";

function job(status: JsonObject, spec: JsonObject = { ttlSecondsAfterFinished: 0 }): JsonObject {
  return live("batch/v1/Job", { spec, status });
}

/** Whether an object has run to its good end. */
const completes = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: boolean) {
    t.is(hasCompleted(object), expected);
  },
});

test(completes, "a Job has completed by its word", job({ conditions: [condition("Complete=True")] }), true);
test(completes, "a Job that runs has not completed", job({ active: 1 }), false);
test(completes, "a Job that has failed has not", job({ conditions: [condition("Failed=True")] }), false);
test(completes, "a Pod has by succeeding", live("v1/Pod", { status: { phase: "Succeeded" } }), true);
test(completes, "a Pod that has failed has not", live("v1/Pod", { status: { phase: "Failed" } }), false);
test(completes, "anything else never has", live("v1/ConfigMap"), false);

/** Whether an object has come to its bad end. */
const fails = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: boolean) {
    t.is(hasFailedForGood(object), expected);
  },
});

test(fails, "a Job has failed by its word", job({ conditions: [condition("Failed=True")] }), true);
test(fails, "a Job with a failed pod may still complete", job({ failed: 1, active: 1 }), false);
test(fails, "a Pod fails for good", live("v1/Pod", { status: { phase: "Failed" } }), true);
test(
  fails,
  "a Pod that has succeeded has not failed",
  live("v1/Pod", { status: { phase: "Succeeded" } }),
  false,
);
test(fails, "anything else never fails for good", live("v1/ConfigMap"), false);

/** Whether a Job that is gone is known to have completed. */
const removesItself = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, succeeded: number, expected: boolean) {
    t.is(hasRemovedItself(object, succeeded), expected);
  },
});

test(removesItself, "a Job that is gone has completed if its pods were seen to", job({ active: 1 }), 1, true);
test(removesItself, "not if it had none", job({ active: 1 }), 0, false);
test(removesItself, "if it counted them itself", job({ succeeded: 1 }), 0, true);
test(
  removesItself,
  "not if more of them were asked for",
  job({ succeeded: 1 }, { ttlSecondsAfterFinished: 0, completions: 2 }),
  1,
  false,
);
test(removesItself, "not if it does not remove itself", job({ succeeded: 1 }, {}), 1, false);
test(
  removesItself,
  "not if it had failed",
  job({ succeeded: 1, conditions: [condition("FailureTarget=True")] }),
  1,
  false,
);
test(
  removesItself,
  "if it had what it was to have",
  job({ conditions: [condition("SuccessCriteriaMet=True")] }),
  0,
  true,
);

/** What something that has to complete says, by either set of rules. */
const says = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object, { completes: true }), expected);
    t.is(reported(object, { completes: true, mode: "kstatus" }), expected);
  },
});

const ready = { phase: "Running", conditions: [condition("Ready=True")] };
test(
  says,
  "a Pod that has to complete is not ready by being ready",
  live("v1/Pod", { status: ready }),
  "InProgress PodRunning: running, not completed yet",
);
test(
  says,
  "it is when it has succeeded",
  live("v1/Pod", { status: { phase: "Succeeded" } }),
  "Current Completed: completed",
);
test(
  says,
  "it has failed when it has",
  live("v1/Pod", { status: { phase: "Failed", reason: "Evicted" } }),
  "Failed PodFailed: Evicted",
);
test(
  says,
  "a Job that has to complete is not ready by having started",
  live("batch/v1/Job", { status: { startTime: "2026-01-01T00:00:00Z", active: 1 } }),
  "InProgress JobRunning: 0 of 1 completion; 1 running",
);
