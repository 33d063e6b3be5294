import test from "ava";

import { condition, live, testMoment, reported } from "../../fixtures/live-object.ts";
import type { JsonObject } from "../object/json.ts";
import { failuresOf } from "./compute-readiness.ts";

const halfReady = live("apps/v1/Deployment", {
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

/** The start of the readiness text of a workload with that number of failures allowed for each replica. */
const reports = test.macro({
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
  reports,
  "a workload with the allowed number of restarts is in progress",
  [halfReady, 5],
  [crashed(10)],
  "InProgress",
);
test(
  reports,
  "a workload with one more restart than allowed has failed",
  [halfReady, 5],
  [crashed(11)],
  "Failed CrashLoopBackOff: its pods have failed 11 times, 10 allowed: container app in pod web-x",
);
test(
  reports,
  "restarts of all pods of a workload are added up",
  [halfReady, 5],
  [crashed(6), crashed(5)],
  "Failed",
);
test(
  reports,
  "restarts of a pod that is ready again do not count",
  [halfReady, 5],
  [crashed(6), crashed(50, ready)],
  "InProgress",
);
test(
  reports,
  "an image that cannot be pulled counts as one failure",
  [halfReady, 0],
  [unpulled],
  "Failed ImagePullBackOff: its pods have failed once, 0 allowed",
);
test(
  reports,
  "an image that cannot be pulled is tolerated if one failure is allowed",
  [halfReady, 1],
  [unpulled],
  "InProgress ImagePullBackOff",
);
test(
  reports,
  "a failed pod of a Job counts, even below the backoff limit",
  [job, 0],
  [died],
  "Failed TooManyFailures: its pods have failed once, 0 allowed",
);
test(reports, "a Job with more failed pods than allowed has failed", [job, 1], [died, died], "Failed");
test(
  reports,
  "a Job with the allowed number of failed pods is in progress",
  [job, 2],
  [died, died],
  "InProgress",
);

test("allowed failures are multiplied by the replicas, or the scheduled nodes of a DaemonSet", (t) => {
  const daemons = live("apps/v1/DaemonSet", { status: { desiredNumberScheduled: 3 } });
  t.deepEqual(
    [halfReady, daemons, job, live("apps/v1/StatefulSet")].map((each) => failuresOf(each, 2)),
    [4, 6, 2, 2],
  );
});
