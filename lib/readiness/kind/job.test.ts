import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object), expected);
  },
});

test(
  reports,
  "a completed Job is ready",
  live("batch/v1/Job", { status: { succeeded: 1, conditions: [condition("Complete=True")] } }),
  "Current Completed: 1 of 1 completion",
);
test(
  reports,
  "a Job that has met its success criteria is in progress until its pods have ended",
  live("batch/v1/Job", { status: { conditions: [condition("SuccessCriteriaMet=True")] } }),
  "InProgress JobCompleting: 0 of 1 completion; its pods are ending",
);
test(
  reports,
  "a running Job is not ready",
  live("batch/v1/Job", {
    spec: { completions: 3 },
    status: { startTime: "2026-01-01T00:00:00Z", succeeded: 1, active: 1, failed: 2 },
  }),
  "InProgress JobRunning: 1 of 3 completions; 1 running, 2 failed",
);
test(
  reports,
  "a Job beyond its backoff limit has failed",
  live("batch/v1/Job", {
    status: {
      conditions: [
        condition("Failed=True", "BackoffLimitExceeded", "Job has reached the specified backoff limit"),
      ],
    },
  }),
  "Failed BackoffLimitExceeded: Job has reached the specified backoff limit",
);
test(
  reports,
  "a Job with the condition FailureTarget has failed",
  live("batch/v1/Job", {
    status: { conditions: [condition("FailureTarget=True", "DeadlineExceeded", "too long")] },
  }),
  "Failed DeadlineExceeded: too long",
);
test(
  reports,
  "a Job with spec.suspend is suspended",
  live("batch/v1/Job", { spec: { suspend: true } }),
  "Suspended Suspended: it runs once it is resumed",
);
