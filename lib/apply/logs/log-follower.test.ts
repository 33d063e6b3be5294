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

test("the log lines of a Job are reported before its end", async (t) => {
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

test("the end of a Job waits for the logs of a pod that is not yet known", async (t) => {
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

test("the end of a Job waits at most 2 s for a log that does not begin", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.see(completed);
  stage.clock.pass(1999);
  t.false(stage.reported.includes("is Current"));
  stage.clock.pass(1);
  t.deepEqual(stage.reported.slice(1), ["is Current"]);
  t.true(stage.streams[0]?.signal.aborted);
});

test("the end of a Job waits for a log whose stream stays open until 300 ms after the last line", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.streams[0]?.say("first");
  stage.see(completed);
  stage.clock.pass(299);
  stage.streams[0]?.say("last");
  stage.clock.pass(299);
  t.false(stage.reported.includes("is Current"));
  stage.clock.pass(1);
  t.deepEqual(stage.reported.slice(1), ["web-1: first", "web-1: last", "is Current"]);
  t.is(stage.clock.pending(), 0);
});

test("the end of a Job whose log does not stop is reported after 2 s", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.see(completed);
  for (let passed = 0; passed < 2000; passed += 200) {
    stage.streams[0]?.say("still here");
    t.false(stage.reported.includes("is Current"));
    stage.clock.pass(200);
  }
  t.is(stage.reported.at(-1), "is Current");
  t.is(stage.clock.pending(), 0);
});

test("the end of a Job does not wait for logs if its pods may not be read", (t) => {
  const stage = new FollowedLogs();
  stage.isBlind = true;
  stage.follow(job);
  stage.see(progress);
  stage.see(completed);
  t.deepEqual(stage.reported, ["is InProgress", "is Current"]);
});

test("the readiness of a Deployment does not wait for its logs, but received lines are reported before it", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(workload("Deployment"));
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.streams[0]?.say("up");
  stage.see(available);
  t.deepEqual(stage.reported, ["is InProgress", "web-1: up", "is Current"]);
});

test("no log stream is opened for a workload that is ready within 500 ms", async (t) => {
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

test("the logs of a ready pod are followed if its workload is not ready after 500 ms", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(workload("Deployment"));
  stage.see(progress);
  await stage.become(pod("web-1", "Running", ready));
  stage.clock.pass(500);
  await settle();
  t.deepEqual(stage.received, ["web-1/app"]);
});

/** A plan with the Job and these log options. */
function planWithLogs(options: Partial<LogOptions>): Plan {
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
    stage.logs.configure(planWithLogs(options));
    stage.follow(job);
    stage.see(progress);
    await stage.become(pod("web-1"), pod("web-2"), pod("web-3"));
    t.deepEqual(stage.received, received);
  },
});

test("the logs of one replica are followed by default", chosen, {}, ["web-1/app"]);
test("the logs of the requested number of replicas are followed", chosen, { replicas: 2 }, [
  "web-1/app",
  "web-2/app",
]);
test("no logs are followed for zero requested replicas", chosen, { replicas: 0 }, []);
test("no logs are followed if the object skips logs", chosen, { skip: true }, []);
test("the logs of a skipped container are not followed", chosen, { skipContainers: ["app"] }, []);

test("no logs are followed if logs are disabled for the run", async (t) => {
  const stage = new FollowedLogs(false);
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  t.deepEqual(stage.received, []);
});

test("at most 20 log streams are open, and the next one opens when one of them ends", async (t) => {
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

test("forbidden access to logs is reported once, and no object fails because of it", async (t) => {
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

test("a log stream that fails is ignored", async (t) => {
  const stage = new FollowedLogs();
  stage.follow(job);
  stage.see(progress);
  await stage.become(pod("web-1"));
  stage.streams[0]?.fail(new ApiError("dial tcp: no route to host", { status: 500 }));
  stage.see(completed);
  await settle();
  t.deepEqual(stage.reported, ["is InProgress", "is Current"]);
});

test("received lines are reported when following logs stops, but no later ones", async (t) => {
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

test("of the pods of an unchanged workload only the last 10 lines are requested", async (t) => {
  const lines = [true, false].map(async (changed) => {
    const stage = new FollowedLogs();
    stage.follow(workload("Deployment"), changed);
    stage.see(progress);
    await stage.become(pod("web-1"));
    return stage.streams[0]?.source.lines;
  });
  t.deepEqual(await Promise.all(lines), [1000, 10]);
});
