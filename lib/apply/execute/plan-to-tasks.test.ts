import test from "ava";
import * as fc from "fast-check";

import { hook, object, planned } from "../../../fixtures/planned.ts";
import { samplePlan, type SampleGroup, type SampleWait, shop } from "../../../fixtures/sample-plan.ts";
import { clusterSource } from "../../manifest/manifest.ts";
import { BugError } from "../../object/bug-error.ts";
import type { Until } from "../../order/model/edge.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Operation } from "../model/event.ts";
import type { Effect, Task, TaskWait } from "../model/task.ts";
import { describeBarrier, planToTasks } from "./plan-to-tasks.ts";

const effect: Effect = { act: () => Promise.resolve({}) };

function tasksOf(plan: Plan, operation: Operation = "apply"): readonly Task[] {
  return planToTasks(plan, {
    operation,
    effect: () => effect,
    external: ({ on, until }) => ({
      effect,
      timeout: 7000,
      task: { key: `${on} ${until}`, group: "", kind: "", namespace: "", name: on.split("/").at(-1) ?? "" },
    }),
  });
}

function ofGroups(...groups: readonly SampleGroup[]): Plan {
  return samplePlan({ groups });
}

/** `web 4: 1 written, 2 done`: the name of a task, its group, and the tasks that it waits for. */
function lineOf({ target, group, waits }: Task): string {
  const waited = waits.map(({ on, until }) => `${on} ${until}`).join(", ");
  return `${target.name} ${group}:${waited === "" ? "" : ` ${waited}`}`;
}

function taskNamed(tasks: readonly Task[], name: string): Task {
  const found = tasks.find(({ target }) => target.name === name);
  if (found === undefined) {
    throw new BugError(`no task ${name}`);
  }
  return found;
}

test("the tasks of a plan are in the order of its groups, numbered from 0, with waits for external objects last", (t) => {
  const tasks = tasksOf(shop);
  t.deepEqual(tasks.map(lineOf), [
    "crontabs.stable.example.com 1:",
    "database 2:",
    "migrate 3: 1 written",
    "a 4:",
    "b 4:",
    "c 4:",
    "d 4:",
    "e 4:",
    "database 4: 11 done, 1 written",
    "web 5: 3 written, 4 written, 5 written, 6 written, 7 written, 8 done",
    "nightly 5: 0 done",
    "ready 0:",
  ]);
  t.deepEqual(
    tasks.map(({ index }) => index),
    [...tasks.keys()],
  );
});

test("a task has the barriers of its group, but a freed object has its own", (t) => {
  const tasks = tasksOf(shop);
  t.deepEqual(taskNamed(tasks, "web").barriers, [4]);
  t.deepEqual(taskNamed(tasks, "nightly").barriers, []);
  t.deepEqual(taskNamed(tasks, "migrate").barriers, [1, 2]);
});

test("a task has the timeout of its object and the operation of the run", (t) => {
  t.like(taskNamed(tasksOf(shop), "migrate"), { timeout: 1_800_000, operation: "apply" });
  t.like(taskNamed(tasksOf(shop, "delete"), "migrate"), { timeout: 1_800_000, operation: "delete" });
});

test("a wait for an external object is lazy, in no group, and has its own timeout", (t) => {
  t.like(taskNamed(tasksOf(shop), "ready"), {
    operation: "wait",
    group: 0,
    lazy: true,
    timeout: 7000,
    waits: [],
    barriers: [],
  });
});

function outside(until: Until): SampleWait {
  return { on: "/namespaces/infra/ConfigMap/ready", until, external: true };
}

test("objects that wait for the same external object in the same state share one wait", (t) => {
  const plan = ofGroups({
    objects: [
      { object: "v1 ConfigMap shop/a", waitsFor: [outside("ready")] },
      { object: "v1 ConfigMap shop/b", waitsFor: [outside("ready")] },
      { object: "v1 ConfigMap shop/c", waitsFor: [outside("present")] },
    ],
  });
  t.deepEqual(tasksOf(plan).map(lineOf), [
    "a 1: 3 done",
    "b 1: 3 done",
    "c 1: 4 done",
    "ready 0:",
    "ready 0:",
  ]);
});

/** The state in which a task waits for another task, by the state of the edge between their objects. */
const waits = test.macro({
  title: (_, until: Until, expected: string) =>
    `a task waits until the task of an object that has to be ${until} is ${expected}`,
  exec(t, until: Until, expected: TaskWait["until"]) {
    const on = "/namespaces/shop/ConfigMap/a";
    const plan = ofGroups({
      objects: ["v1 ConfigMap shop/a", { object: "v1 ConfigMap shop/b", waitsFor: [{ on, until }] }],
    });
    t.is(taskNamed(tasksOf(plan), "b").waits[0]?.until, expected);
  },
});

test(waits, "ready", "done");
test(waits, "absent", "done");
test(waits, "present", "written");
test(waits, "deleting", "written");

test("a wait for an object that is in no group of the plan is dropped", (t) => {
  const waitsFor = ["/namespaces/shop/ConfigMap/resting"];
  const plan = ofGroups({ objects: [{ object: "v1 ConfigMap shop/a", waitsFor }] });
  t.deepEqual(tasksOf(plan).map(lineOf), ["a 1:"]);
});

test("a wait for a hook of two events is for its last run before the object, or else the first after it", (t) => {
  const waitsFor = ["batch/namespaces/shop/Job/hook"];
  const plan = ofGroups(
    { objects: [{ object: "v1 ConfigMap shop/first", waitsFor }] },
    { stage: "pre", objects: ["batch/v1 Job shop/hook"] },
    { objects: [{ object: "v1 ConfigMap shop/second", waitsFor }] },
    { stage: "post", objects: ["batch/v1 Job shop/hook"] },
    { objects: [{ object: "v1 ConfigMap shop/third", waitsFor }] },
  );
  t.deepEqual(tasksOf(plan).map(lineOf), [
    "first 1: 1 done",
    "hook 2:",
    "second 3: 1 done",
    "hook 4:",
    "third 5: 3 done",
  ]);
});

test("the reason of a wait contains the rule, the state and the line of the manifest that causes it", (t) => {
  const tasks = tasksOf(shop);
  t.deepEqual(taskNamed(tasks, "migrate").waits[0]?.because(), {
    on: "/namespaces/shop/Secret/database",
    rule: "reference",
    until: "present",
    origin: "migrate.yaml:8:3",
  });
});

test("the reason of a wait that a live object causes contains no line of a file", (t) => {
  const [wait] = shop.groups[2]?.objects[0]?.waitsFor ?? [];
  const [group] = ofGroups({ objects: ["v1 Secret shop/database", "v1 Pod shop/b"] }).groups;
  const origin = { file: clusterSource.name, line: 1 };
  const waitsFor = wait && [
    { ...wait, cause: { ...wait.cause, manifest: { ...wait.cause.manifest, origin } } },
  ];
  const objects = group?.objects.map((one) => ({ ...one, waitsFor: waitsFor ?? [] }));
  const tasks = tasksOf({
    ...shop,
    groups: group === undefined ? [] : [{ ...group, objects: objects ?? [] }],
  });
  t.deepEqual(taskNamed(tasks, "b").waits[0]?.because(), {
    on: "/namespaces/shop/Secret/database",
    rule: "reference",
    until: "present",
  });
});

const annotations = {
  "werf.io/fail-mode": "IgnoreAndContinueDeployProcess",
  "werf.io/no-activity-timeout": "2m",
};

test("the annotations fail-mode and no-activity-timeout are used when an object is applied", (t) => {
  const { plan } = planned([object("Deployment/web", { annotations }), object("ConfigMap/env")]);
  const tasks = tasksOf(plan);
  t.like(taskNamed(tasks, "web"), { failMode: annotations["werf.io/fail-mode"], noActivityTimeout: 120_000 });
  t.like(taskNamed(tasks, "env"), { failMode: null, noActivityTimeout: null });
});

test("the annotations fail-mode and no-activity-timeout are ignored when an object is deleted", (t) => {
  const { plan } = planned([object("Deployment/web", { annotations })]);
  const [task] = tasksOf(plan, "delete");
  t.false(task !== undefined && ("failMode" in task || "noActivityTimeout" in task));
});

/** The barrier between the last group of a set and its first. */
const separates = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, plan: Plan, expected: string) {
    const tasks = tasksOf(plan);
    const [lost, from] = [tasks[0], tasks.at(-1)];
    t.deepEqual(from && lost && describeBarrier(plan)(from, lost), {
      on: lost?.target.key,
      rule: expected,
      until: "ready",
    });
  },
});

test(
  separates,
  "a barrier between stages names both stages",
  planned([object("Job/a", { annotations: hook("pre-install") }), object("ConfigMap/b")]).plan,
  "stage pre before stage main",
);
test(
  separates,
  "a barrier between weights names both weights",
  ofGroups({ weight: -5, objects: ["v1 ConfigMap shop/a"] }, { objects: ["v1 ConfigMap shop/b"] }),
  "weight -5 before weight 0",
);
/** The barrier between the second group of a set and a task before it that is not an apply. */
const behind = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, facts: Pick<Task, "group" | "operation">, rule: string) {
    const [first, second] = tasksOf(shop);
    const described = first && second && describeBarrier(shop)(second, { ...first, ...facts });
    t.deepEqual(described, { on: first?.target.key ?? "", rule, until: "absent" });
  },
});

const stages = "stage crds before stage pre";
test(behind, "a barrier after a deletion holds until it is done", { group: 1, operation: "delete" }, stages);
test(behind, "a barrier after an unknown group is an order", { group: 9, operation: "prune" }, "order");
test(
  behind,
  "a barrier after a deletion outside all groups names the deletion",
  { group: -1, operation: "delete" },
  "its deletion",
);

const anyWait = fc.record({ on: fc.nat(9), until: fc.constantFrom<Until>("ready", "present") });
const anyObject = fc.record({ name: fc.nat(9), waits: fc.array(anyWait, { maxLength: 3 }) });
const anyGroups = fc.array(fc.array(anyObject, { minLength: 1, maxLength: 4 }), { maxLength: 4 });

test("in any plan each object is one task, and every wait is for a task of the run", (t) => {
  const law = fc.property(anyGroups, (groups) => {
    const plan = ofGroups(
      ...groups.map((objects) => ({
        objects: objects.map(({ name, waits: own }) => ({
          object: `v1 ConfigMap shop/m${name}`,
          waitsFor: own.map(({ on, until }) => ({
            on: `/namespaces/shop/ConfigMap/m${on}`,
            until,
            external: on === 9,
          })),
        })),
      })),
    );
    const tasks = tasksOf(plan);
    const ofPlan = tasks.filter(({ operation }) => operation === "apply");
    return (
      ofPlan.length === groups.flat().length &&
      tasks.every(({ index }, at) => index === at) &&
      tasks.flatMap((task) => task.waits).every(({ on }) => tasks[on] !== undefined)
    );
  });
  t.notThrows(() => fc.assert(law));
});
