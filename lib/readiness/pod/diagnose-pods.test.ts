import test from "ava";

import { condition, live, testMoment, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** The moment so many seconds before that of the tests. */
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

const half = live("apps/v1/Deployment", {
  spec: { replicas: 2 },
  status: { replicas: 2, updatedReplicas: 2, availableReplicas: 1 },
});
const job = live("batch/v1/Job", { status: { startTime: ago(10), active: 1 } });
const refused = 'Back-off pulling image "nope"';
const crash = (restartCount: number): JsonObject =>
  waiting("CrashLoopBackOff", "back-off 40s", { restartCount });
const init = (state: JsonObject): JsonObject => ({ name: "setup", state });

/** What a workload says whose pods are these. */
const says = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, workload: JsonObject, pods: readonly JsonObject[], expected: string) {
    t.is(reported(workload, { pods }), expected);
  },
});

test(
  says,
  "a pull that fails is told and tolerated for 20 s",
  half,
  [pod([waiting("ImagePullBackOff", refused)])],
  'InProgress ImagePullBackOff: 1 of 2 replicas available; container app in pod web-x: ImagePullBackOff: Back-off pulling image "nope" (again in 10000 ms)',
);
test(
  says,
  "a pull that still fails after 20 s fails the workload",
  half,
  [pod([waiting("ErrImagePull", "no\nsuch image")], {}, 20)],
  "Failed ErrImagePull: container app in pod web-x: ErrImagePull: no such image",
);
test(
  says,
  "an image name that is none fails the workload at once",
  half,
  [pod([waiting("InvalidImageName")], {}, 0)],
  "Failed InvalidImageName: container app in pod web-x: InvalidImageName",
);
test(
  says,
  "a missing Secret is tolerated for a minute",
  half,
  [pod([waiting("CreateContainerConfigError", 'secret "db" not found')], {}, 59)],
  'InProgress CreateContainerConfigError: 1 of 2 replicas available; container app in pod web-x: CreateContainerConfigError: secret "db" not found (again in 1000 ms)',
);
test(
  says,
  "the time counts from when the kubelet took the pod",
  half,
  [pod([waiting("ErrImagePull")], { startTime: ago(5) }, 100)],
  "InProgress ErrImagePull: 1 of 2 replicas available; container app in pod web-x: ErrImagePull (again in 15000 ms)",
);
test(
  says,
  "the time counts from the end of the init containers",
  half,
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
  says,
  "a crash loop is tolerated for three restarts",
  half,
  [pod([crash(2)])],
  "InProgress CrashLoopBackOff: 1 of 2 replicas available; container app in pod web-x: CrashLoopBackOff: back-off 40s (again in 50000 ms)",
);
test(
  says,
  "a crash loop of three restarts fails the workload",
  half,
  [pod([crash(3)], {}, 0)],
  "Failed CrashLoopBackOff: container app in pod web-x: CrashLoopBackOff: back-off 40s",
);
test(
  says,
  "a crash loop of a minute fails the workload",
  half,
  [pod([crash(1)], {}, 60)],
  "Failed CrashLoopBackOff: container app in pod web-x: CrashLoopBackOff: back-off 40s",
);
test(
  says,
  "the minute of a crash loop counts from when the pod was last ready",
  half,
  [pod([crash(1)], { conditions: [{ ...condition("Ready=False"), lastTransitionTime: ago(20) }] }, 90_000)],
  "InProgress CrashLoopBackOff: 1 of 2 replicas available; container app in pod web-x: CrashLoopBackOff: back-off 40s (again in 40000 ms)",
);
const oom = { terminated: { exitCode: 137, reason: "OOMKilled", message: "starting\nheap is full\n" } };
test(
  says,
  "a crash loop tells how the container ended: its exit code, the reason, the last line of its termination message",
  half,
  [pod([waiting("CrashLoopBackOff", "back-off 40s", { restartCount: 3, lastState: oom })], {}, 0)],
  "Failed CrashLoopBackOff: container app in pod web-x: CrashLoopBackOff: ended with exit code 137 (OOMKilled): heap is full; back-off 40s",
);
test(
  says,
  "a container that runs again after a crash tells how it ended before",
  half,
  [pod([{ name: "app", state: { running: {} }, restartCount: 1, lastState: oom }])],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: running, but not ready; previously, it ended with exit code 137 (OOMKilled): heap is full",
);
test(
  says,
  "a Job counts the failures of its pods itself",
  job,
  [pod([crash(9)], {}, 900)],
  "InProgress CrashLoopBackOff: 0 of 1 completion; 1 running; container app in pod web-x: CrashLoopBackOff: back-off 40s",
);
test(
  says,
  "a Job fails where its image cannot be pulled",
  job,
  [pod([waiting("ImagePullBackOff")], {}, 30)],
  "Failed ImagePullBackOff: container app in pod web-x: ImagePullBackOff",
);
test(
  says,
  "a bare Pod fails by its own containers",
  pod([waiting("ImagePullBackOff")], {}, 30),
  [],
  "Failed ImagePullBackOff: container app in pod web-x: ImagePullBackOff",
);
test(
  says,
  "an init container that crashes is told as such",
  half,
  [
    pod([waiting("PodInitializing")], {
      initContainerStatuses: [{ ...init({ waiting: { reason: "CrashLoopBackOff" } }), restartCount: 4 }],
    }),
  ],
  "Failed CrashLoopBackOff: init container setup in pod web-x: CrashLoopBackOff",
);
test(
  says,
  "an init container that runs is told",
  half,
  [pod([waiting("PodInitializing")], { initContainerStatuses: [init({ running: {} })] })],
  "InProgress LessAvailable: 1 of 2 replicas available; init container setup in pod web-x: still running",
);
test(
  says,
  "a pod without a node tells what the scheduler says, and waits on",
  half,
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
  says,
  "a container that ended tells its exit code",
  half,
  [pod([{ name: "app", state: { terminated: { exitCode: 137, reason: "OOMKilled" } } }])],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: ended with exit code 137 (OOMKilled)",
);
test(
  says,
  "a container on its way is told",
  half,
  [pod([waiting("ContainerCreating")])],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: ContainerCreating",
);
test(
  says,
  "a readiness gate that is closed is told",
  half,
  [pod([], { conditions: [condition("Ready=False", "ReadinessGatesNotReady", "gate a is False")] })],
  "InProgress LessAvailable: 1 of 2 replicas available; pod web-x: gate a is False",
);
test(
  says,
  "the pod that explains most is told, of equals the first by name",
  half,
  [pod([waiting("ContainerCreating")]), pod([crash(1)])],
  "InProgress CrashLoopBackOff: 1 of 2 replicas available; container app in pod web-x: CrashLoopBackOff: back-off 40s (again in 50000 ms)",
);
test(
  says,
  "a pod on its way out holds nothing up",
  half,
  [{ ...pod([crash(9)]), metadata: { name: "web-x", deletionTimestamp: ago(1) } }],
  "InProgress LessAvailable: 1 of 2 replicas available",
);
test(
  says,
  "a workload that is ready is ready whatever a pod says",
  live("v1/ConfigMap"),
  [pod([crash(9)])],
  "Current Ready: ready",
);

const probed = (probe: JsonObject, status: JsonObject): JsonObject => ({
  ...pod([{ name: "app", state: { running: {} }, ready: false, ...status }]),
  spec: { containers: [{ name: "app", ...probe }] },
});
test(
  says,
  "a readiness probe that does not succeed is told",
  half,
  [probed({ readinessProbe: {} }, { started: true })],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: its readiness probe does not succeed",
);
test(
  says,
  "a startup probe that has not succeeded is told",
  half,
  [probed({ startupProbe: {} }, { started: false })],
  "InProgress LessAvailable: 1 of 2 replicas available; container app in pod web-x: its startup probe has not succeeded yet",
);

test("kstatus does not look at pods", (t) => {
  const pods = [pod([crash(9)])];
  t.is(reported(half, { pods, mode: "kstatus" }), "InProgress LessAvailable: 1 of 2 replicas available");
});

test("a workload that makes no progress tells what its pods say", (t) => {
  const stuck = live("apps/v1/Deployment", {
    status: { conditions: [condition("Progressing=False", "ProgressDeadlineExceeded")] },
  });
  t.is(
    reported(stuck, { pods: [pod([crash(1)])] }),
    "Failed ProgressDeadlineExceeded: no progress within its deadline; container app in pod web-x: CrashLoopBackOff: back-off 40s",
  );
});
