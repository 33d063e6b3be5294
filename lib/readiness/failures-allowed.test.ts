import test from "ava";

import { condition, live, testMoment, reported } from "../../fixtures/live-object.ts";
import type { JsonObject } from "../object/json.ts";
import { failuresOf } from "./compute-readiness.ts";

const half = live("apps/v1/Deployment", {
  spec: { replicas: 2 },
  status: { replicas: 2, updatedReplicas: 2, availableReplicas: 1 },
});
const job = live("batch/v1/Job", {
  spec: { backoffLimit: 6 },
  status: { startTime: new Date(testMoment).toISOString(), active: 1 },
});

function pod(container: JsonObject, status: JsonObject = {}): JsonObject {
  const metadata = { name: "web-x", creationTimestamp: new Date(testMoment - 600_000).toISOString() };
  const containerStatuses = [{ name: "app", ...container }];
  return live("v1/Pod", { metadata, status: { phase: "Running", containerStatuses, ...status } });
}

function crashed(restartCount: number, status: JsonObject = {}): JsonObject {
  return pod({ restartCount, state: { waiting: { reason: "CrashLoopBackOff", message: "" } } }, status);
}

const unpulled = pod({ restartCount: 0, state: { waiting: { reason: "ImagePullBackOff", message: "" } } });
const died = pod(
  { restartCount: 0, state: { terminated: { exitCode: 1, reason: "Error" } } },
  { phase: "Failed" },
);
const ready = { conditions: [condition("Ready=True")] };

/** The state of a workload that may fail so often for each replica, and the beginning of its words. */
const weighs = test.macro({
  title: (_, fact: string) => fact,
  exec(
    t,
    _fact: string,
    [workload, failuresAllowed]: readonly [JsonObject, number],
    pods: readonly JsonObject[],
    expected: string,
  ) {
    t.is(reported(workload, { pods, failuresAllowed }).slice(0, expected.length), expected);
  },
});

test(
  weighs,
  "as many restarts as allowed are let pass, however many that is",
  [half, 5],
  [crashed(10)],
  "InProgress",
);
test(
  weighs,
  "one more is the end",
  [half, 5],
  [crashed(11)],
  "Failed CrashLoopBackOff: its pods have failed 11 times, 10 allowed: container app in pod web-x",
);
test(weighs, "restarts of all pods count", [half, 5], [crashed(6), crashed(5)], "Failed");
test(
  weighs,
  "a pod that is ready again counts no more",
  [half, 5],
  [crashed(6), crashed(50, ready)],
  "InProgress",
);
test(
  weighs,
  "an image that cannot be pulled counts once",
  [half, 0],
  [unpulled],
  "Failed ImagePullBackOff: its pods have failed once, 0 allowed",
);
test(
  weighs,
  "and is let pass where one failure is allowed",
  [half, 1],
  [unpulled],
  "InProgress ImagePullBackOff",
);
test(
  weighs,
  "a failed pod of a Job counts, before its own limit",
  [job, 0],
  [died],
  "Failed TooManyFailures: its pods have failed once, 0 allowed",
);
test(weighs, "a Job may fail as often as is written, not for each replica", [job, 1], [died, died], "Failed");
test(weighs, "and no less", [job, 2], [died, died], "InProgress");

test("replicas multiply what is allowed, those of a DaemonSet by its nodes", (t) => {
  const daemons = live("apps/v1/DaemonSet", { status: { desiredNumberScheduled: 3 } });
  t.deepEqual(
    [half, daemons, job, live("apps/v1/StatefulSet")].map((each) => failuresOf(each, 2)),
    [4, 6, 2, 2],
  );
});
