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

function widgetThat(spec: JsonObject, status: JsonObject): JsonObject {
  return live("example.com/v1/Widget", { metadata: { name: "web", generation: 1 }, spec, status });
}

for (const [fact, object, expected] of [
  [
    "is suspended by its spec",
    widgetThat({ suspend: true }, {}),
    "Suspended Suspended: spec.suspend is true",
  ],
  [
    "is suspended by a condition",
    widgetWith(condition("Paused=True", "OnRequest", "by ann")),
    "Suspended OnRequest: by ann",
  ],
  [
    "is suspended by the reason of a condition",
    widgetWith(condition("Synced=False", "ReconcilePaused"), condition("Ready=True")),
    "Suspended ReconcilePaused: ReconcilePaused",
  ],
  [
    "has failed by a condition whose True is bad",
    widgetWith(condition("BuildFailed=True", "NoSpace"), condition("Available=True")),
    "Failed NoSpace: NoSpace",
  ],
  [
    "has failed by the reason of Ready",
    widgetWith(condition("Ready=False", "ReconcileError", "no such bucket")),
    "Failed ReconcileError: no such bucket",
  ],
  [
    "has failed by the message of Ready",
    widgetWith(condition("Ready=False", "Waiting2", "could not reach the registry")),
    "Failed Waiting2: could not reach the registry",
  ],
  [
    "has failed although the controller goes on trying",
    widgetWith(condition("Reconciling=True", "ProgressingWithRetry"), condition("Ready=False", "GitFailed")),
    "Failed GitFailed: GitFailed",
  ],
  [
    "has failed by a condition besides Ready",
    widgetWith(condition("Ready=True"), condition("Synced=False", "ReconcileError")),
    "Failed ReconcileError: ReconcileError",
  ],
  [
    "is in progress by its phase although it is Ready",
    widget({ phase: "Provisioning", conditions: [condition("Ready=True")] }),
    "InProgress Provisioning: phase is Provisioning",
  ],
  ["has failed by its phase", widget({ phase: "Failed", message: "no space" }), "Failed Failed: no space"],
  ["is ready by its state", widget({ currentState: "Running" }), "Current Running: currentState is Running"],
  [
    "has failed by the gravest of several states",
    widget({ deploymentStatus: "Succeeded", checkStatus: "Failed" }),
    "Failed Failed: checkStatus is Failed",
  ],
  [
    "is in progress by a condition that is open, whatever its phase",
    widget({ phase: "Running", conditions: [condition("PodsHealthy=False", "Waiting")] }),
    "InProgress Waiting: Waiting",
  ],
  [
    "is in progress while it progresses",
    widgetWith(condition("Progressing=True", "Moving")),
    "InProgress Moving: Moving",
  ],
  [
    "has progressed",
    widgetWith(condition("Progressing=True", "NewVersionAvailable")),
    "Current InPlace: exists",
  ],
  ["has failed by an error", widget({ error: "no such key" }), "Failed Error: no such key"],
  ["is ready by a flag", widget({ ready: true }), "Current Reported: ready is true"],
  [
    "is in progress while replicas are missing",
    widgetThat({ replicas: 3 }, { readyReplicas: 1 }),
    "InProgress ReplicasNotReady: 1 of 3 replicas ready",
  ],
  [
    "has not failed because there are no errors",
    widgetWith(condition("Ready=False", "Checking", "0 errors so far")),
    "InProgress Checking: 0 errors so far",
  ],
  [
    "reads a status that was written as a boolean",
    widget({ conditions: [{ type: "Ready", status: true }] }),
    "Current Ready: Ready is True",
  ],
] as const) {
  test(says, `a custom resource ${fact}`, object, expected);
}
