import test from "ava";

import { FollowedLogs, pod, workload } from "../../../fixtures/followed-logs.ts";
import { readiness, settle } from "../../../fixtures/controlled-run.ts";
import { samplePlan } from "../../../fixtures/sample-plan.ts";
import { ApiError } from "../../client/model/api-error.ts";
import { type LogOptions, defaultDeployPolicy } from "../../object/deploy-policy.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Observation } from "../model/task.ts";

const job = workload("Job");
const ready = { conditions: [{ type: "Ready", status: "True" }] };
const progress: Observation = { type: "readiness", readiness: readiness("InProgress") };
const complete = { conditions: [{ type: "Complete", status: "True" }] };
const completed: Observation = {
  type: "readiness",
  readiness: readiness("Current"),
  object: workload("Job", complete),
};
const available: Observation = { type: "readiness", readiness: readiness("Current") };

test("what a Job writes is told before its end is", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.streams[0]?.say("starting");
  stage.clock.pass(75);
  stage.streams[0]?.say("done");
  stage.see(completed);
  stage.streams[0]?.say("bye");
  stage.streams[0]?.end();
  await settle();
  t.deepEqual(stage.reported, ["is InProgress", "web-1: starting", "web-1: done bye", "is Current"]);
  t.is(stage.clock.pending(), 0);
});

test("the end of a Job waits a moment for the pod that nobody has told of yet", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(job);
  stage.see(progress);
  stage.see(completed);
  t.deepEqual(stage.reported, ["is InProgress"]);
  await stage.become(pod("web-1", "Succeeded"));
  stage.streams[0]?.say("all of it");
  stage.streams[0]?.end();
  await settle();
  t.deepEqual(stage.reported, ["is InProgress", "web-1: all of it", "is Current"]);
});

test("the end of a Job waits no longer than 300 ms for its last lines", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.see(completed);
  stage.streams[0]?.say("half");
  stage.clock.pass(299);
  t.false(stage.reported.includes("is Current"));
  stage.clock.pass(1);
  t.deepEqual(stage.reported.slice(1), ["web-1: half", "is Current"]);
  t.true(stage.streams[0]?.signal.aborted);
});

test("the end of a Job whose pods may not be read waits for nothing", (t) => {
  const stage = new FollowedLogs();
  stage.isBlind = true;
  stage.follow(job);
  stage.see(progress);
  stage.see(completed);
  t.deepEqual(stage.reported, ["is InProgress", "is Current"]);
});

test("the end of a Deployment never waits; what was heard by then is told before it", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(workload("Deployment"));
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.streams[0]?.say("up");
  stage.see(available);
  t.deepEqual(stage.reported, ["is InProgress", "web-1: up", "is Current"]);
});

test("what is ready at once opens no stream", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(workload("Deployment"));
  stage.see(progress);
  await stage.become(pod("web-1", "Running", ready));
  stage.clock.pass(499);
  stage.see(available);
  stage.clock.pass(10_000);
  stage.follow(job);
  stage.see(completed);
  await settle();
  t.deepEqual(stage.received, []);
});

test("a ready pod of a workload that is long not ready is listened to", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(workload("Deployment"));
  stage.see(progress);
  await stage.become(pod("web-1", "Running", ready));
  stage.clock.pass(500);
  await settle();
  t.deepEqual(stage.received, ["web-1/app"]);
});

/** A plan of the Job, whose logs are to be shown so. */
function planThatExpects(options: Partial<LogOptions>): Plan {
  const treatment = { ...defaultDeployPolicy, logs: { ...defaultDeployPolicy.logs, ...options } };
  const plan = samplePlan({ groups: [{ objects: ["batch/v1 Job shop/web"] }] });
  return {
    ...plan,
    groups: plan.groups.map((group) => ({
      ...group,
      objects: group.objects.map((object) => ({ ...object, treatment })),
    })),
  };
}

const chosen = test.macro({
  title: (name) => name ?? "",
  exec: async (t, options: Partial<LogOptions>, received: readonly string[]) => {
    const stage = new FollowedLogs();
    stage.logs.configure(planThatExpects(options));
    stage.follow(job);
    stage.see(progress);
    await stage.become(pod("web-1"), pod("web-2"), pod("web-3"));
    t.deepEqual(stage.received, received);
  },
});

test("one replica of a workload is listened to", chosen, {}, ["web-1/app"]);
test("as many replicas are listened to as are asked for", chosen, { replicas: 2 }, [
  "web-1/app",
  "web-2/app",
]);
test("no replica is listened to where none is asked for", chosen, { replicas: 0 }, []);
test("nothing is listened to where logs are skipped", chosen, { skip: true }, []);
test("a container that is not shown is not listened to", chosen, { skipContainers: ["app"] }, []);

test("nothing is listened to where logs are off", async (t) => {
  const stage = new FollowedLogs(false);
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  t.deepEqual(stage.received, []);
});

test("20 streams are open at a time, and the next begins when one of them ends", async (t) => {
  const stage = new FollowedLogs();
  for (let index = 0; index < 30; index += 1) {
    stage.pods = [pod(`web-${index}`)];
    stage.follow(job);
    stage.see(progress);
  }
  await settle();
  t.is(stage.streams.length, 20);
  stage.streams[0]?.end();
  await settle();
  t.is(stage.streams.length, 21);
});

test("who may not read logs is told so once, and nobody fails", async (t) => {
  const stage = new FollowedLogs();
  for (const name of ["web-1", "web-2"]) {
    stage.pods = [pod(name)];
    stage.follow(job);
    stage.see(progress);
  }
  await settle();
  for (const { fail } of stage.streams) {
    fail(new ApiError("pods is forbidden", { status: 403 }));
  }
  await settle();
  stage.pods = [pod("web-3")];
  stage.follow(job);
  stage.see(progress);
  stage.see(completed);
  await settle();
  t.is(stage.streams.length, 2);
  t.is(stage.reported.filter((words) => words === "notice").length, 1);
  t.is(stage.reported.at(-1), "is Current");
});

test("a log that nobody gives is let go of", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.streams[0]?.fail(new ApiError("dial tcp: no route to host", { status: 500 }));
  stage.see(completed);
  await settle();
  t.deepEqual(stage.reported, ["is InProgress", "is Current"]);
});

test("who stops following hears what was said by then, and no more", async (t) => {
  const stage = new FollowedLogs();
  const stop = stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.streams[0]?.say("half a");
  stop();
  stage.streams[0]?.say("word");
  stage.clock.pass(1000);
  t.deepEqual(stage.reported, ["is InProgress", "web-1: half a"]);
  t.is(stage.clock.pending(), 0);
});

test("of pods that were there before the run only the last lines are told", async (t) => {
  const lines = [true, false].map(async (changed) => {
    const stage = new FollowedLogs();
    stage.follow(workload("Deployment"), changed);
    stage.see(progress);
    await stage.become(pod("web-1"));
    return stage.streams[0]?.source.lines;
  });
  t.deepEqual(await Promise.all(lines), [1000, 10]);
});
