import test from "ava";

import { condition, live, testMoment, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

const declaresStatus = { definition: { hasStatus: true } };
const justChanged = { ...declaresStatus, changedAt: testMoment - 10_000 };

function widget(status: JsonObject | undefined, generation = 1): JsonObject {
  return live("example.com/v1/Widget", {
    metadata: { name: "web", generation },
    ...(status === undefined ? {} : { status }),
  });
}

function widgetWith(...conditions: readonly JsonObject[]): JsonObject {
  return widget({ conditions });
}

/** The readiness of a custom resource. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

test(
  reports,
  "a custom resource with Ready=True is ready",
  widgetWith(condition("Ready=True")),
  "Current Ready: Ready is True",
);
test(
  reports,
  "a custom resource with Ready=False reports the message",
  widgetWith(condition("Ready=False", "Pulling", "pulling the chart")),
  "InProgress Pulling: pulling the chart",
);
test(
  reports,
  "a custom resource with Ready=Unknown is in progress",
  widgetWith(condition("Ready=Unknown")),
  "InProgress NotReady: Ready is Unknown",
);
test(
  reports,
  "the condition Available is used if there is no condition Ready",
  widgetWith(condition("Available=True")),
  "Current Available: Available is True",
);
test(
  reports,
  "the condition Ready has precedence over Available",
  widgetWith(condition("Available=True"), condition("Ready=False")),
  "InProgress NotReady: Ready is False",
);
test(
  reports,
  "a custom resource with Succeeded=True is ready",
  widgetWith(condition("Succeeded=True")),
  "Current Succeeded: Succeeded is True",
);
test(
  reports,
  "a custom resource with Succeeded=False and a completionTime has failed",
  widget({
    completionTime: "2026-01-01T00:00:00Z",
    conditions: [condition("Succeeded=False", "TaskRunTimeout", "too late")],
  }),
  "Failed TaskRunTimeout: too late",
);
test(
  reports,
  "a custom resource with Succeeded=False and no completionTime is in progress",
  widgetWith(condition("Succeeded=False", "Running")),
  "InProgress Running: Running",
);
test(
  reports,
  "a custom resource with Stalled=True has failed",
  widgetWith(condition("Ready=True"), condition("Stalled=True", "BuildFailed", "no such path")),
  "Failed BuildFailed: no such path",
);
test(
  reports,
  "a custom resource with Failed=True has failed",
  widgetWith(condition("Failed=True")),
  "Failed Failed: Failed is True",
);
test(
  reports,
  "a custom resource with Reconciling=True is in progress",
  widgetWith(condition("Reconciling=True", "Progressing"), condition("Ready=True")),
  "InProgress Progressing: Progressing",
);
test(
  reports,
  "a custom resource with a status of an older generation is in progress",
  widget({ observedGeneration: 1, conditions: [condition("Ready=True")] }, 2),
  "InProgress LatestGenerationNotObserved: its controller has observed generation 1, not yet 2",
);

test(
  reports,
  "a controller has 30 s from the change to report a status",
  widget(undefined),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);
test(
  reports,
  "an empty status does not count as reported",
  widget({ conditions: [], phase: "" }),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);
test(
  reports,
  "a custom resource without a status is ready 30 s after the change",
  widget({}),
  "Current NotReported: its controller has not reported",
  { ...declaresStatus, changedAt: testMoment - 30_000 },
);
test(
  reports,
  "a custom resource without a status that this run did not change is ready",
  widget({}),
  "Current NotReported: its controller has not reported",
  declaresStatus,
);
test(
  reports,
  "a custom resource whose CRD declares no status is ready at once",
  widget(undefined),
  "Current InPlace: exists",
  { changedAt: testMoment, definition: { hasStatus: false } },
);
test(
  reports,
  "a phase without conditions counts as reported",
  widget({ phase: "Bound" }),
  "Current Bound: phase is Bound",
  justChanged,
);
test(
  reports,
  "if the clock goes backwards, the next check is within 30 s",
  widget({}),
  "InProgress NotReported: waiting for its controller to report (again in 30000 ms)",
  { ...declaresStatus, changedAt: testMoment + 999_999 },
);

const older = (written: string): JsonObject =>
  widget({ conditions: [{ ...condition(written), observedGeneration: 1 }] }, 2);
test(
  reports,
  "a condition of an older generation does not count as reported",
  older("Ready=True"),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);
test(
  reports,
  "a condition of an older generation is used if this run did not change the object",
  older("Ready=False"),
  "InProgress NotReady: Ready is False",
  declaresStatus,
);
test(
  reports,
  "a failure condition of an older generation is ignored",
  older("Stalled=True"),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);

const failedAt = (moment: string): JsonObject =>
  widgetWith({ ...condition("Failed=True"), lastTransitionTime: moment });
test(
  reports,
  "a failure condition from before the change is not a failure yet",
  failedAt("2025-12-31T23:00:00Z"),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);
test(
  reports,
  "a failure condition from after the change is a failure",
  failedAt("2025-12-31T23:59:55Z"),
  "Failed Failed: Failed is True",
  justChanged,
);
