import test from "ava";

import { condition, live, testMoment, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** The time this many seconds before the time of the tests. */
function ago(seconds: number): string {
  return new Date(testMoment - seconds * 1000).toISOString();
}

function pod(containers: readonly JsonObject[], more: JsonObject = {}, age = 10): JsonObject {
  const metadata = { name: "web-x", creationTimestamp: ago(age) };
  return live("v1/Pod", { metadata, status: { phase: "Pending", containerStatuses: containers, ...more } });
}

function waiting(reason: string, message = "", more: JsonObject = {}): JsonObject {
  return { name: "app", state: { waiting: { reason, message } }, ...more };
}

const halfReady = live("apps/v1/Deployment", {
  spec: { replicas: 2 },
  status: { replicas: 2, updatedReplicas: 2, availableReplicas: 1 },
});
const job = live("batch/v1/Job", { status: { startTime: ago(10), active: 1 } });
const refused = 'Back-off pulling image "nope"';
const crash = (restartCount: number): JsonObject =>
  waiting("CrashLoopBackOff", "back-off 40s", { restartCount });
const init = (state: JsonObject): JsonObject => ({ name: "setup", state });

/** The readiness of a workload with these pods. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, workload: JsonObject, pods: readonly JsonObject[], expected: string) {
    t.is(reported(workload, { pods }), expected);
  },
});

test(
  reports,
  "a failing image pull is reported and tolerated for 20 s",
  halfReady,
  [pod([waiting("ImagePullBackOff", refused)])],
  'InProgress ImagePullBackOff: 1 of 2 replicas available; container app in pod web-x: ImagePullBackOff: Back-off pulling image "nope" (again in 10000 ms)',
);
test(
  reports,
  "an image pull that still fails after 20 s fails the workload",
  halfReady,
  [pod([waiting("ErrImagePull", "no\nsuch image")], {}, 20)],
  "Failed ErrImagePull: container app in pod web-x: ErrImagePull: no such image",
);
test(
  reports,
  "an invalid image name fails the workload at once",
  halfReady,
  [pod([waiting("InvalidImageName")], {}, 0)],
  "Failed InvalidImageName: container app in pod web-x: InvalidImageName",
);
test(
  reports,
  "a missing Secret is tolerated for a minute",
  halfReady,
  [pod([waiting("CreateContainerConfigError", 'secret "db" not found')], {}, 59)],
  'InProgress CreateContainerConfigError: 1 of 2 replicas available; container app in pod web-x: CreateContainerConfigError: secret "db" not found (again in 1000 ms)',
);
test(
  reports,
  "the 20 s for an image pull count from the startTime of the pod",
  halfReady,
  [pod([waiting("ErrImagePull")], { startTime: ago(5) }, 100)],
  "InProgress ErrImagePull: 1 of 2 replicas available; container app in pod web-x: ErrImagePull (again in 15000 ms)",
);
test(
  reports,
  "the 20 s for an image pull count from the end of the init containers",
  halfReady,
  [
    pod(
      [waiting("ErrImagePull")],
      { initContainerStatuses: [init({ terminated: { exitCode: 0, finishedAt: ago(1) } })] },
      100,
    ),
  ],
  "InProgress ErrImagePull: 1 of 2 replicas available; container app in pod web-x: ErrImagePull (again in 19000 ms)",
);
test(
  reports,
  "a crash loop with fewer than three restarts is tolerated",
  halfReady,
  [pod([crash(2)])],
  "InProgress CrashLoopBackOff: 1 of 2 replicas available; container app in pod web-x: CrashLoopBackOff: back-off 40s (again in 50000 ms)",
);
test(
  reports,
  "a crash loop of three restarts fails the workload",
  halfReady,
  [pod([crash(3)], {}, 0)],
  "Failed CrashLoopBackOff: container app in pod web-x: CrashLoopBackOff: back-off 40s",
);
test(
  reports,
  "a crash loop of a minute fails the workload",
  halfReady,
  [pod([crash(1)], {}, 60)],
  "Failed CrashLoopBackOff: container app in pod web-x: CrashLoopBackOff: back-off 40s",
);
test(
  reports,
  "the minute of a crash loop counts from when the pod was last ready",
  halfReady,
  [pod([crash(1)], { conditions: [{ ...condition("Ready=False"), lastTransitionTime: ago(20) }] }, 90_000)],
  "InProgress CrashLoopBackOff: 1 of 2 replicas available; container app in pod web-x: CrashLoopBackOff: back-off 40s (again in 40000 ms)",
);
const oom = { terminated: { exitCode: 137, reason: "OOMKilled", message: "starting\nheap is full\n" } };
test(
  reports,
  "a crash loop reports the exit code, the reason and the last line of the termination message",
  halfReady,
  [pod([waiting("CrashLoopBackOff", "back-off 40s", { restartCount: 3, lastState: oom })], {}, 0)],
  "Failed CrashLoopBackOff: container app in pod web-x: CrashLoopBackOff: ended with exit code 137 (OOMKilled): heap is full; back-off 40s",
);
test(
  reports,
  "a container that runs again after a crash reports how it ended before",
  halfReady,
  [pod([{ name: "app", state: { running: {} }, restartCount: 1, lastState: oom }])],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: running, but not ready; previously, it ended with exit code 137 (OOMKilled): heap is full",
);
test(
  reports,
  "a crash loop does not fail a Job, which counts the failures of its pods itself",
  job,
  [pod([crash(9)], {}, 900)],
  "InProgress CrashLoopBackOff: 0 of 1 completion; 1 running; container app in pod web-x: CrashLoopBackOff: back-off 40s",
);
test(
  reports,
  "a Job fails if its image cannot be pulled",
  job,
  [pod([waiting("ImagePullBackOff")], {}, 30)],
  "Failed ImagePullBackOff: container app in pod web-x: ImagePullBackOff",
);
test(
  reports,
  "a bare Pod fails if its own image cannot be pulled",
  pod([waiting("ImagePullBackOff")], {}, 30),
  [],
  "Failed ImagePullBackOff: container app in pod web-x: ImagePullBackOff",
);
test(
  reports,
  "a crashing init container is reported as an init container",
  halfReady,
  [
    pod([waiting("PodInitializing")], {
      initContainerStatuses: [{ ...init({ waiting: { reason: "CrashLoopBackOff" } }), restartCount: 4 }],
    }),
  ],
  "Failed CrashLoopBackOff: init container setup in pod web-x: CrashLoopBackOff",
);
test(
  reports,
  "a running init container is reported",
  halfReady,
  [pod([waiting("PodInitializing")], { initContainerStatuses: [init({ running: {} })] })],
  "InProgress LessAvailable: 1 of 2 replicas available; init container setup in pod web-x: still running",
);
test(
  reports,
  "a pod without a node reports the message of the scheduler and does not fail the workload",
  halfReady,
  [
    pod(
      [],
      { conditions: [condition("PodScheduled=False", "Unschedulable", "0/3 nodes are available")] },
      900,
    ),
  ],
  "InProgress Unschedulable: 1 of 2 replicas available; pod web-x is not scheduled: 0/3 nodes are available",
);
test(
  reports,
  "a terminated container is reported with its exit code",
  halfReady,
  [pod([{ name: "app", state: { terminated: { exitCode: 137, reason: "OOMKilled" } } }])],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: ended with exit code 137 (OOMKilled)",
);
test(
  reports,
  "a container that is being created is reported",
  halfReady,
  [pod([waiting("ContainerCreating")])],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: ContainerCreating",
);
test(
  reports,
  "an unmet readiness gate is reported",
  halfReady,
  [pod([], { conditions: [condition("Ready=False", "ReadinessGatesNotReady", "gate a is False")] })],
  "InProgress LessAvailable: 1 of 2 replicas available; pod web-x: gate a is False",
);
test(
  reports,
  "a crashing pod is reported instead of one whose container is being created",
  halfReady,
  [pod([waiting("ContainerCreating")]), pod([crash(1)])],
  "InProgress CrashLoopBackOff: 1 of 2 replicas available; container app in pod web-x: CrashLoopBackOff: back-off 40s (again in 50000 ms)",
);
test(
  reports,
  "a pod that is being deleted is ignored",
  halfReady,
  [{ ...pod([crash(9)]), metadata: { name: "web-x", deletionTimestamp: ago(1) } }],
  "InProgress LessAvailable: 1 of 2 replicas available",
);
test(
  reports,
  "a ready object is ready regardless of the state of a pod",
  live("v1/ConfigMap"),
  [pod([crash(9)])],
  "Current Ready: ready",
);

const probed = (probe: JsonObject, status: JsonObject): JsonObject => ({
  ...pod([{ name: "app", state: { running: {} }, ready: false, ...status }]),
  spec: { containers: [{ name: "app", ...probe }] },
});
test(
  reports,
  "a readiness probe that does not succeed is reported",
  halfReady,
  [probed({ readinessProbe: {} }, { started: true })],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: its readiness probe does not succeed",
);
test(
  reports,
  "a startup probe that has not succeeded is reported",
  halfReady,
  [probed({ startupProbe: {} }, { started: false })],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: its startup probe has not succeeded yet",
);

test("in kstatus mode the state of pods is ignored", (t) => {
  const pods = [pod([crash(9)])];
  t.is(reported(halfReady, { pods, mode: "kstatus" }), "InProgress LessAvailable: 1 of 2 replicas available");
});

test("a workload that exceeds its progress deadline reports the state of its pods", (t) => {
  const stuck = live("apps/v1/Deployment", {
    status: { conditions: [condition("Progressing=False", "ProgressDeadlineExceeded")] },
  });
  t.is(
    reported(stuck, { pods: [pod([crash(1)])] }),
    "Failed ProgressDeadlineExceeded: no progress within its deadline; container app in pod web-x: CrashLoopBackOff: back-off 40s",
  );
});
