import test from "ava";

import { condition, live, reported, testMoment } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

function widget(status: JsonObject): JsonObject {
  return widgetThat({}, status);
}

function widgetWith(...conditions: readonly JsonObject[]): JsonObject {
  return widget({ conditions });
}

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
    "has failed by a condition whose status True means a failure",
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
    "has failed although the controller keeps retrying",
    widgetWith(condition("Reconciling=True", "ProgressingWithRetry"), condition("Ready=False", "GitFailed")),
    "Failed GitFailed: GitFailed",
  ],
  [
    "has failed by a condition other than Ready",
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
    "has failed by the worst of several states",
    widget({ deploymentStatus: "Succeeded", checkStatus: "Failed" }),
    "Failed Failed: checkStatus is Failed",
  ],
  [
    "is in progress by a pending condition, regardless of its phase",
    widget({ phase: "Running", conditions: [condition("PodsHealthy=False", "Waiting")] }),
    "InProgress Waiting: Waiting",
  ],
  [
    "is in progress by the condition Progressing",
    widgetWith(condition("Progressing=True", "Moving")),
    "InProgress Moving: Moving",
  ],
  [
    "is ready when the condition Progressing has a final reason",
    widgetWith(condition("Progressing=True", "NewVersionAvailable")),
    "Current InPlace: exists",
  ],
  [
    "has failed by an error field in the status",
    widget({ error: "no such key" }),
    "Failed Error: no such key",
  ],
  ["is ready by a boolean field in the status", widget({ ready: true }), "Current Reported: ready is true"],
  [
    "is in progress while replicas are missing",
    widgetThat({ replicas: 3 }, { readyReplicas: 1 }),
    "InProgress ReplicasNotReady: 1 of 3 replicas ready",
  ],
  [
    "has not failed if the message reports 0 errors",
    widgetWith(condition("Ready=False", "Checking", "0 errors so far")),
    "InProgress Checking: 0 errors so far",
  ],
  [
    "can have a boolean as the status of a condition",
    widget({ conditions: [{ type: "Ready", status: true }] }),
    "Current Ready: Ready is True",
  ],
] as const) {
  test(`a custom resource ${fact}`, (t) => {
    t.is(reported(object, {}), expected);
  });
}

function failing(more: JsonObject = {}): JsonObject {
  const since = new Date(testMoment - 20_000).toISOString();
  const ready = { ...condition("Ready=False", "ReconcileError", "no store yet"), lastTransitionTime: since };
  return widget({ observedGeneration: 1, conditions: [ready], ...more });
}

test("a failure counts as in progress for 30 s, because controllers retry", (t) => {
  t.is(reported(failing(), {}), "InProgress ReconcileError: no store yet (again in 10000 ms)");
  t.is(reported(failing(), { now: testMoment + 10_000 }), "Failed ReconcileError: no store yet");
});

test("a failure from before this run's change counts as in progress for 30 s after the change", (t) => {
  const around = { now: testMoment + 60_000, changedAt: testMoment + 55_000 };
  t.is(reported(failing(), around), "InProgress ReconcileError: no store yet (again in 25000 ms)");
});

test("a failure with a completionTime counts at once", (t) => {
  t.is(
    reported(failing({ completionTime: "2026-01-01T00:00:00Z" }), {}),
    "Failed ReconcileError: no store yet",
  );
});
