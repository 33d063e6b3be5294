import test from "ava";

import { condition, live, testMoment, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

const silent = { definition: { hasStatus: true } };
const justChanged = { ...silent, changedAt: testMoment - 10_000 };

function widget(status: JsonObject | undefined, generation = 1): JsonObject {
  return live("example.com/v1/Widget", {
    metadata: { name: "web", generation },
    ...(status === undefined ? {} : { status }),
  });
}

function widgetWith(...conditions: readonly JsonObject[]): JsonObject {
  return widget({ conditions });
}

/** What a custom resource says. */
const says = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

test(
  says,
  "a custom resource that is Ready is ready",
  widgetWith(condition("Ready=True")),
  "Current Ready: Ready is True",
);
test(
  says,
  "a custom resource that is not Ready tells why",
  widgetWith(condition("Ready=False", "Pulling", "pulling the chart")),
  "InProgress Pulling: pulling the chart",
);
test(
  says,
  "what is unknown is on its way",
  widgetWith(condition("Ready=Unknown")),
  "InProgress NotReady: Ready is Unknown",
);
test(
  says,
  "Available counts where there is no Ready",
  widgetWith(condition("Available=True")),
  "Current Available: Available is True",
);
test(
  says,
  "Ready counts before Available",
  widgetWith(condition("Available=True"), condition("Ready=False")),
  "InProgress NotReady: Ready is False",
);
test(
  says,
  "what runs to an end is ready when it has succeeded",
  widgetWith(condition("Succeeded=True")),
  "Current Succeeded: Succeeded is True",
);
test(
  says,
  "what has ended without success has failed",
  widget({
    completionTime: "2026-01-01T00:00:00Z",
    conditions: [condition("Succeeded=False", "TaskRunTimeout", "too late")],
  }),
  "Failed TaskRunTimeout: too late",
);
test(
  says,
  "what has not ended yet has not failed",
  widgetWith(condition("Succeeded=False", "Running")),
  "InProgress Running: Running",
);
test(
  says,
  "Stalled is failed",
  widgetWith(condition("Ready=True"), condition("Stalled=True", "BuildFailed", "no such path")),
  "Failed BuildFailed: no such path",
);
test(says, "Failed is failed", widgetWith(condition("Failed=True")), "Failed Failed: Failed is True");
test(
  says,
  "Reconciling is on its way",
  widgetWith(condition("Reconciling=True", "Progressing"), condition("Ready=True")),
  "InProgress Progressing: Progressing",
);
test(
  says,
  "a status of an older generation proves nothing",
  widget({ observedGeneration: 1, conditions: [condition("Ready=True")] }, 2),
  "InProgress LatestGenerationNotObserved: its controller has observed generation 1, not yet 2",
);

test(
  says,
  "a controller that has not reported is given 30 s from the change",
  widget(undefined),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);
test(
  says,
  "an empty status is no report",
  widget({ conditions: [], phase: "" }),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);
test(
  says,
  "a controller that never reports holds nobody up",
  widget({}),
  "Current NotReported: its controller has not reported",
  { ...silent, changedAt: testMoment - 30_000 },
);
test(
  says,
  "a custom resource that this run did not change is not waited for",
  widget({}),
  "Current NotReported: its controller has not reported",
  silent,
);
test(
  says,
  "a custom resource whose definition promises no status is ready at once",
  widget(undefined),
  "Current InPlace: exists",
  { changedAt: testMoment, definition: { hasStatus: false } },
);
test(
  says,
  "a status without conditions is a report",
  widget({ phase: "Bound" }),
  "Current Bound: phase is Bound",
  justChanged,
);
test(
  says,
  "a clock that goes backwards asks again within 30 s",
  widget({}),
  "InProgress NotReported: waiting for its controller to report (again in 30000 ms)",
  { ...silent, changedAt: testMoment + 999_999 },
);

const older = (written: string): JsonObject =>
  widget({ conditions: [{ ...condition(written), observedGeneration: 1 }] }, 2);
test(
  says,
  "a condition of an older generation is no report",
  older("Ready=True"),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);
test(
  says,
  "a condition that stays at an older generation counts in the end",
  older("Ready=False"),
  "InProgress NotReady: Ready is False",
  silent,
);
test(
  says,
  "a failure of an older generation is none",
  older("Stalled=True"),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);

const failedAt = (moment: string): JsonObject =>
  widgetWith({ ...condition("Failed=True"), lastTransitionTime: moment });
test(
  says,
  "a failure from before the change may be taken back",
  failedAt("2025-12-31T23:00:00Z"),
  "InProgress NotReported: waiting for its controller to report (again in 20000 ms)",
  justChanged,
);
test(
  says,
  "a failure since the change is one",
  failedAt("2025-12-31T23:59:55Z"),
  "Failed Failed: Failed is True",
  justChanged,
);
