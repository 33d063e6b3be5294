import test from "ava";

import { followWorkload, FollowedLogs, pod, workload } from "../../../fixtures/followed-logs.ts";
import { readiness, settle } from "../../../fixtures/controlled-run.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Observation } from "../model/task.ts";

const ready = { conditions: [{ type: "Ready", status: "True" }] };
const progress: Observation = { type: "readiness", readiness: readiness("InProgress") };

test("the next pod is followed instead of a failed one", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(workload("Job"));
  stage.see(progress);
  await stage.become(pod("web-1", "Failed"));
  await stage.become(pod("web-1", "Failed"), pod("web-2"), pod("web-3"));
  t.deepEqual(stage.received, ["web-1/app", "web-2/app"]);
});

test("a failing pod is followed in addition to a ready one", async (t) => {
  const crashed = [{ name: "app", restartCount: 1, state: { terminated: { exitCode: 1 } } }];
  const stage = new FollowedLogs();
  stage.follow(workload("StatefulSet"));
  stage.see(progress);
  await stage.become(pod("web-0"));
  await stage.become(pod("web-0", "Running", ready), pod("web-1", "Running", { containerStatuses: crashed }));
  t.deepEqual(stage.received, ["web-0/app", "web-1/app"]);
});

test("the log of a crashed container is reported before the log of its next run", async (t) => {
  const status = { name: "app", restartCount: 1, state: { running: {} }, lastState: { terminated: {} } };
  const stage = new FollowedLogs();
  stage.follow(workload("Deployment"));
  stage.see(progress);
  await stage.become(pod("web-1", "Running", { containerStatuses: [status] }));
  t.deepEqual(
    stage.streams.map(({ source }) => source.previous ?? false),
    [true, false],
  );
  stage.streams[1]?.say("starting");
  stage.clock.pass(75);
  stage.streams[0]?.say("no database");
  stage.streams[0]?.end();
  await settle();
  stage.streams[1]?.say("again");
  stage.clock.pass(75);
  t.deepEqual(stage.reported, ["is InProgress", "web-1: no database", "web-1: starting", "web-1: again"]);
});

test("lines that wait for the log of the previous run are reported when following stops", async (t) => {
  const status = { name: "app", restartCount: 1, state: { running: {} }, lastState: { terminated: {} } };
  const stage = new FollowedLogs();
  const stop = stage.follow(workload("Deployment"));
  stage.see(progress);
  await stage.become(pod("web-1", "Running", { containerStatuses: [status] }));
  stage.streams[1]?.say("starting");
  stop();
  t.deepEqual(stage.reported, ["is InProgress", "web-1: starting"]);
});

/** Expects that the end of a Job waits for the last lines of its log. */
const ends = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, end: Observation, expected: string) {
    const stage = followWorkload("Job");
    await stage.become(pod("web-1", "Succeeded"));
    stage.see(end);
    t.is(stage.reported.at(-1), "is InProgress");
    stage.streams[0]?.say("bye");
    stage.streams[0]?.end();
    await settle();
    t.deepEqual(stage.reported.slice(1), ["web-1: bye", expected]);
    t.is(stage.clock.pending(), 0);
  },
});

/** The Job with this condition. */
function jobWith(type: string): JsonObject {
  return workload("Job", { conditions: [{ type, status: "True" }] });
}

test(
  ends,
  "a completed Job is reported as ready after its last log lines",
  { ...progress, readiness: readiness("Current"), object: jobWith("Complete") },
  "is Current",
);
test(
  ends,
  "a failed Job is reported as failed after its last log lines",
  { ...progress, readiness: readiness("Failed"), object: jobWith("Failed") },
  "is Failed",
);
test(
  ends,
  "a Job with the condition FailureTarget is reported as failed after its last log lines",
  { ...progress, readiness: readiness("Failed"), object: jobWith("FailureTarget") },
  "is Failed",
);

test("a failed Job without a final condition is reported without waiting for log lines", async (t) => {
  const stage = followWorkload("Job");
  await stage.become(pod("web-1"));
  stage.see({ type: "readiness", readiness: readiness("Failed"), object: workload("Job") });
  t.is(stage.reported.at(-1), "is Failed");
});

test("observations after the end of a Job are not reported", async (t) => {
  const stage = followWorkload("Job");
  await stage.become(pod("web-1", "Succeeded"));
  stage.see({ ...progress, readiness: readiness("Current"), object: jobWith("Complete") });
  stage.see({ type: "failed", message: "late" });
  stage.streams[0]?.end();
  await settle();
  t.deepEqual(stage.reported, ["is InProgress", "is Current"]);
});

test("the end of a Job waits for the logs of all its followed pods", async (t) => {
  const stage = followWorkload("Job", { replicas: 2 });
  await stage.become(pod("web-1", "Succeeded"), pod("web-2", "Succeeded"));
  stage.see({ ...progress, readiness: readiness("Current"), object: jobWith("Complete") });
  stage.streams[0]?.end();
  await settle();
  t.false(stage.reported.includes("is Current"));
  stage.streams[1]?.end();
  await settle();
  t.true(stage.reported.includes("is Current"));
});
