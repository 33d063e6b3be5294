import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import { hasCompleted, hasFailedForGood, hasRemovedItself } from "./completion.ts";

function job(status: JsonObject, spec: JsonObject = { ttlSecondsAfterFinished: 0 }): JsonObject {
  return live("batch/v1/Job", { spec, status });
}

/** Whether an object has completed. */
const completes = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: boolean) {
    t.is(hasCompleted(object), expected);
  },
});

test(
  completes,
  "a Job with the condition Complete has completed",
  job({ conditions: [condition("Complete=True")] }),
  true,
);
test(completes, "a running Job has not completed", job({ active: 1 }), false);
test(completes, "a failed Job has not completed", job({ conditions: [condition("Failed=True")] }), false);
test(
  completes,
  "a Pod that has succeeded has completed",
  live("v1/Pod", { status: { phase: "Succeeded" } }),
  true,
);
test(completes, "a failed Pod has not completed", live("v1/Pod", { status: { phase: "Failed" } }), false);
test(completes, "an object of another kind never completes", live("v1/ConfigMap"), false);

/** Whether an object has failed for good. */
const fails = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: boolean) {
    t.is(hasFailedForGood(object), expected);
  },
});

test(
  fails,
  "a Job with the condition Failed has failed",
  job({ conditions: [condition("Failed=True")] }),
  true,
);
test(fails, "a running Job with a failed pod has not failed", job({ failed: 1, active: 1 }), false);
test(fails, "a Pod in the phase Failed has failed", live("v1/Pod", { status: { phase: "Failed" } }), true);
test(
  fails,
  "a Pod that has succeeded has not failed",
  live("v1/Pod", { status: { phase: "Succeeded" } }),
  false,
);
test(fails, "an object of another kind never fails", live("v1/ConfigMap"), false);

/** Whether a Job that is gone is known to have completed. */
const removesItself = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, succeeded: number, expected: boolean) {
    t.is(hasRemovedItself(object, succeeded), expected);
  },
});

test(
  removesItself,
  "a Job that is gone has completed if its pods were seen to succeed",
  job({ active: 1 }),
  1,
  true,
);
test(
  removesItself,
  "a Job that is gone has not completed if no pod was seen to succeed",
  job({ active: 1 }),
  0,
  false,
);
test(
  removesItself,
  "a Job that is gone has completed if its status counted the succeeded pods",
  job({ succeeded: 1 }),
  0,
  true,
);
test(
  removesItself,
  "a Job that is gone has not completed if fewer pods succeeded than its completions",
  job({ succeeded: 1 }, { ttlSecondsAfterFinished: 0, completions: 2 }),
  1,
  false,
);
test(
  removesItself,
  "a Job that is gone has not completed if it has no ttlSecondsAfterFinished",
  job({ succeeded: 1 }, {}),
  1,
  false,
);
test(
  removesItself,
  "a Job that is gone has not completed if it had the condition FailureTarget",
  job({ succeeded: 1, conditions: [condition("FailureTarget=True")] }),
  1,
  false,
);
test(
  removesItself,
  "a Job that is gone has completed if it had the condition SuccessCriteriaMet",
  job({ conditions: [condition("SuccessCriteriaMet=True")] }),
  0,
  true,
);

/** The readiness of an object that has to complete, in both modes. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object, { completes: true }), expected);
    t.is(reported(object, { completes: true, mode: "kstatus" }), expected);
  },
});

const ready = { phase: "Running", conditions: [condition("Ready=True")] };
test(
  reports,
  "a Pod that has to complete is in progress with the condition Ready",
  live("v1/Pod", { status: ready }),
  "InProgress PodRunning: running, not completed yet",
);
test(
  reports,
  "a Pod that has to complete is ready when it has succeeded",
  live("v1/Pod", { status: { phase: "Succeeded" } }),
  "Current Completed: completed",
);
test(
  reports,
  "a Pod that has to complete has failed in the phase Failed",
  live("v1/Pod", { status: { phase: "Failed", reason: "Evicted" } }),
  "Failed PodFailed: Evicted",
);
test(
  reports,
  "a Job that has to complete is in progress when it has started",
  live("batch/v1/Job", { status: { startTime: "2026-01-01T00:00:00Z", active: 1 } }),
  "InProgress JobRunning: 0 of 1 completion; 1 running",
);
