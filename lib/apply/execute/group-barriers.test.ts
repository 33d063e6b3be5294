import test from "ava";

import { hook, object, planned, weight } from "../../../fixtures/planned.ts";
import type { Task } from "../model/task.ts";
import { describeBarrier, planToTasks } from "./plan-to-tasks.ts";
import { Scheduler } from "./scheduler.ts";
import type { Transitions } from "./transitions.ts";

/**
 * A set with an object that is freed from its weight 5 by a deploy dependency: it is in the group of weight
 * 1.
 */
const set = [
  object("ConfigMap/a"),
  object("ConfigMap/free", {
    annotations: { ...weight(5), "werf.io/deploy-dependency-a": "state=ready,kind=ConfigMap,name=a" },
  }),
  object("ConfigMap/b", { annotations: weight(1) }),
  object("ConfigMap/c", { annotations: weight(2) }),
  object("Job/last", { annotations: hook("post-install") }),
];

interface Scheduled {
  readonly schedule: Scheduler;
  readonly task: (name: string) => Task;
}

function scheduled(): Scheduled {
  const { plan } = planned(set);
  const effect = { act: () => Promise.resolve({}) };
  const tasks = planToTasks(plan, {
    operation: "apply",
    effect: () => effect,
    external: () => {
      throw new Error("nothing outside the set is waited for");
    },
  });
  const task = (name: string): Task => {
    const found = tasks.find(({ target }) => target.name === name);
    if (found === undefined) {
      throw new Error(`no task ${name}`);
    }
    return found;
  };
  return { schedule: new Scheduler(tasks, describeBarrier(plan)), task };
}

function namesOf({ start, skip }: Transitions): readonly string[] {
  return [...start.map(({ target }) => target.name), ...skip.map(({ task }) => `not ${task.target.name}`)];
}

test("the next weight does not wait for an object that is freed from its weight, but the next stage does", (t) => {
  const { schedule, task } = scheduled();
  t.deepEqual(namesOf(schedule.start()), ["a"]);
  t.deepEqual(namesOf(schedule.onDone(task("a"))), ["free", "b"]);
  t.deepEqual(namesOf(schedule.onDone(task("b"))), ["c"]);
  t.deepEqual(namesOf(schedule.onDone(task("c"))), []);
  t.deepEqual(namesOf(schedule.onDone(task("free"))), ["last"]);
});

test("a failed object that is freed from its weight stops the next stage, but not the next weight", (t) => {
  const { schedule, task } = scheduled();
  schedule.start();
  schedule.onDone(task("a"));
  t.deepEqual(namesOf(schedule.onFailed(task("free"))), ["not last"]);
  t.deepEqual(namesOf(schedule.onDone(task("b"))), ["c"]);
});

test("a failed object stops the next weight, but no object that is freed from its weight", (t) => {
  const { schedule, task } = scheduled();
  schedule.start();
  schedule.onDone(task("a"));
  t.deepEqual(namesOf(schedule.onFailed(task("b"))), ["not last", "not c"]);
  t.deepEqual(namesOf(schedule.onDone(task("free"))), []);
});
