import test from "ava";

import { followWorkload, FollowedLogs, pod, workload } from "../../../fixtures/followed-logs.ts";
import { readiness, settle } from "../../../fixtures/controlled-run.ts";
import type { LogOptions } from "../../object/deploy-policy.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Observation } from "../model/task.ts";

const progress: Observation = { type: "readiness", readiness: readiness("InProgress") };
const ready = { conditions: [{ type: "Ready", status: "True" }] };

/** The status of a container: its state, and how often it was restarted. */
function container(
  name: string,
  state: JsonObject,
  restartCount = 0,
  lastState: JsonObject = {},
): JsonObject {
  return { name, restartCount, state, lastState };
}

const running = { running: {} };
const crashed = { terminated: { exitCode: 1 } };
const waiting = { waiting: { reason: "CrashLoopBackOff" } };

interface Choice {
  readonly fact: string;
  readonly kind?: string;
  readonly options?: Partial<LogOptions>;
  /** The pods at consecutive times. */
  readonly pods: readonly (readonly JsonObject[])[];
  readonly expected: readonly string[];
}

/** The containers whose logs are followed. */
const chooses = test.macro({
  title: (_, { fact }: Choice) => fact,
  async exec(t, { kind = "Deployment", options, pods, expected }: Choice) {
    const stage = followWorkload(kind, options);
    for (const present of pods) {
      await stage.become(...present);
    }
    t.deepEqual(stage.received, [...expected]);
  },
});

/** A pod with these container statuses. */
function podOf(name: string, ...containerStatuses: readonly JsonObject[]): JsonObject {
  return pod(name, "Running", { containerStatuses });
}

test(chooses, {
  fact: "all containers of a pod are followed",
  pods: [[podOf("web-1", container("app", running), container("proxy", running))]],
  expected: ["web-1/app", "web-1/proxy"],
});
test(chooses, {
  fact: "a container is followed as soon as it runs",
  pods: [
    [podOf("web-1", container("app", waiting), container("proxy", running))],
    [podOf("web-1", container("app", running), container("proxy", running))],
  ],
  expected: ["web-1/proxy", "web-1/app"],
});
test(chooses, {
  fact: "a container that keeps running is followed once",
  pods: [[podOf("web-1", container("app", running))], [podOf("web-1", container("app", running))]],
  expected: ["web-1/app"],
});
test(chooses, {
  fact: "each run of a container that crashes is followed once",
  pods: [
    [podOf("web-1", container("app", running))],
    [podOf("web-1", container("app", crashed))],
    [podOf("web-1", container("app", running, 1, crashed))],
    [podOf("web-1", container("app", waiting, 1, crashed))],
    [podOf("web-1", container("app", running, 2, crashed))],
  ],
  expected: ["web-1/app", "web-1/app", "web-1/app"],
});
test(chooses, {
  fact: "init containers are followed before the others",
  pods: [
    [
      pod("web-1", "Running", {
        initContainerStatuses: [container("migrate", { terminated: { exitCode: 0 } })],
        containerStatuses: [container("app", running)],
      }),
    ],
  ],
  expected: ["web-1/migrate", "web-1/app"],
});
test(chooses, {
  fact: "the next pod is followed instead of a deleted one",
  pods: [[podOf("web-1", container("app", running))], [podOf("web-2", container("app", running))]],
  expected: ["web-1/app", "web-2/app"],
});
test(chooses, {
  fact: "a followed pod is not replaced by a newer one",
  pods: [
    [podOf("web-2", container("app", running))],
    [podOf("web-1", container("app", running)), podOf("web-2", container("app", running))],
  ],
  expected: ["web-2/app"],
});
test(chooses, {
  fact: "a pod that is not ready is followed rather than a ready one",
  pods: [[pod("web-1", "Running", ready), pod("web-2")]],
  expected: ["web-2/app"],
});
test(chooses, {
  fact: "a failing pod is not followed in addition to one that is not ready",
  pods: [[podOf("web-1", container("app", running)), podOf("web-2", container("app", crashed))]],
  expected: ["web-1/app"],
});
test(chooses, {
  fact: "at most twice the requested number of replicas are followed",
  pods: [
    [pod("web-1")],
    [pod("web-1", "Running", ready), podOf("web-2", container("app", crashed))],
    [
      pod("web-1", "Running", ready),
      pod("web-2", "Running", ready),
      podOf("web-3", container("app", crashed)),
    ],
  ],
  expected: ["web-1/app", "web-2/app"],
});
test(chooses, {
  fact: "only the named containers are followed",
  options: { onlyContainers: ["proxy"] },
  pods: [[podOf("web-1", container("app", running), container("proxy", running))]],
  expected: ["web-1/proxy"],
});
test(chooses, {
  fact: "a pod whose containers are all skipped is not replaced by another one",
  options: { skipContainers: ["app"] },
  pods: [[podOf("web-1", container("app", running)), podOf("web-2", container("app", running))]],
  expected: [],
});
test(chooses, {
  fact: "a pending pod is chosen and followed when its container runs",
  pods: [[pod("web-1", "Pending")], [pod("web-1", "Pending"), pod("web-2")], [pod("web-1"), pod("web-2")]],
  expected: ["web-1/app"],
});

test("a Pod without a workload is followed by its own status", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(pod("web", "Pending"));
  stage.see({ ...progress, object: pod("web", "Pending") });
  t.deepEqual(stage.received, []);
  stage.see({ ...progress, object: pod("web") });
  await settle();
  t.deepEqual(stage.received, ["web/app"]);
});

test("an object that is not a Pod and has no pods has no logs", async (t) => {
  const stage = new FollowedLogs();
  stage.follow({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "env", namespace: "shop" } });
  stage.see(progress);
  await stage.become(pod("web-1"));
  t.deepEqual(stage.received, []);
  t.deepEqual(stage.reported, ["is InProgress"]);
});

test("observations are passed through in their order", (t) => {
  const stage = followWorkload("Deployment");
  for (const state of ["Terminating", "Unknown", "NotFound", "InProgress", "Current"] as const) {
    stage.see({ type: "readiness", readiness: readiness(state) });
  }
  t.deepEqual(stage.reported, [
    "is InProgress",
    "is Terminating",
    "is Unknown",
    "is NotFound",
    "is InProgress",
    "is Current",
  ]);
});

test("no log streams are opened for a workload that is no longer followed", async (t) => {
  const stage = new FollowedLogs();
  const stop = stage.follow(workload("Deployment"));
  stage.see(progress);
  await stage.become(pod("web-1", "Running", ready));
  t.is(stage.clock.pending(), 1);
  stop();
  t.is(stage.clock.pending(), 0);
  await stage.become(pod("web-2"));
  stage.see(progress);
  await settle();
  t.deepEqual(stage.received, []);
});
