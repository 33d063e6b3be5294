import test from "ava";
import * as fc from "fast-check";

import { hook, object, planned, pods } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { withDeletePolicyTasks } from "./delete-policy-tasks.ts";
import type { Outcome } from "../model/event.ts";
import { Scheduler } from "../execute/scheduler.ts";
import type { Transitions } from "../execute/transitions.ts";
import type { Effect, Task } from "../model/task.ts";
import { describeBarrier, planToTasks } from "../execute/plan-to-tasks.ts";

const effect: Effect = { act: () => Promise.resolve({}) };

function unexpected(): never {
  throw new Error("nothing outside is waited for");
}

interface Scheduled {
  readonly tasks: readonly Task[];
  readonly schedule: Scheduler;
}

function scheduled(objects: readonly JsonObject[]): Scheduled {
  const { plan } = planned(objects);
  const making = {
    operation: "apply",
    effect: () => effect,
    external: unexpected,
  } as const;
  const deletion = { effect: () => effect, isThere: () => true };
  const tasks = withDeletePolicyTasks(planToTasks(plan, making), plan, deletion);
  return { tasks, schedule: new Scheduler(tasks, describeBarrier(plan)) };
}

function hookWithPolicy(events: string, policy: string, weight = 0): Readonly<Record<string, string>> {
  return { ...hook(events, weight), "helm.sh/hook-delete-policy": policy };
}

/** `apply a`, `delete a`. */
function named({ target, operation }: Task): string {
  return `${operation} ${target.name}`;
}

/** Whether a task runs, given the outcomes of the tasks before it. */
function isNeeded({ onlyAfter }: Task, ends: ReadonlyMap<number, Outcome>): boolean {
  const before = onlyAfter === undefined ? undefined : ends.get(onlyAfter.on ?? -1);
  return before === undefined || onlyAfter?.isMet(before, false) === true;
}

function ended(task: Task, reconcile: Outcome["reconcile"]): Outcome {
  return { ...task, actuation: reconcile === "Skipped" ? "Skipped" : "Succeeded", reconcile };
}

/**
 * Runs all tasks, of which the named ones fail, and returns those that were needed in the order of their
 * start.
 */
function order(objects: readonly JsonObject[], failing: readonly string[] = []): readonly string[] {
  const { schedule } = scheduled(objects);
  const ends = new Map<number, Outcome>();
  const begun: string[] = [];
  const open: Task[] = [];
  const take = ({ start, skip }: Transitions): void => {
    for (const { task } of skip) {
      ends.set(task.index, ended(task, "Skipped"));
    }
    open.push(...start);
  };
  take(schedule.start());
  for (let task = open.shift(); task !== undefined; task = open.shift()) {
    const isBad = failing.includes(task.target.name) && task.operation === "apply";
    if (isNeeded(task, ends)) {
      begun.push(named(task));
      ends.set(task.index, ended(task, isBad ? "Failed" : "Succeeded"));
    }
    take(isBad ? schedule.onFailed(task) : schedule.onDone(task));
  }
  if (!schedule.isOver) {
    throw new Error(`stuck after ${begun.join(", ")}`);
  }
  return begun;
}

const three = [
  object("Job/a", { annotations: hookWithPolicy("pre-install", "hook-succeeded", 1) }),
  object("Job/b", { annotations: hookWithPolicy("pre-install", "hook-succeeded,hook-failed", 2) }),
  object("Job/c", { annotations: hookWithPolicy("pre-install", "hook-failed", 3) }),
  object("ConfigMap/env"),
];

test("hooks are deleted in reverse order after all hooks of their event have succeeded, before the next stage", (t) => {
  t.deepEqual(order(three), ["apply a", "apply b", "apply c", "delete b", "delete a", "apply env"]);
});

test("if a hook fails, each hook of its event is deleted by its own outcome", (t) => {
  t.deepEqual(order(three, ["c"]), ["apply a", "apply b", "apply c", "delete c", "delete b", "delete a"]);
  t.deepEqual(order(three, ["b"]), ["apply a", "apply b", "delete b", "delete a"]);
  t.deepEqual(order(three, ["a"]), ["apply a"]);
});

test("a hook of two events is deleted after each of them", (t) => {
  const annotations = hookWithPolicy("pre-install,post-install", "hook-succeeded");
  t.deepEqual(order([object("Job/a", { annotations }), object("ConfigMap/env")]), [
    "apply a",
    "delete a",
    "apply env",
    "apply a",
    "delete a",
  ]);
});

test("an object that is not a hook is deleted after all its dependents have ended", (t) => {
  const user = { "werf.io/deploy-dependency-seed": "state=ready,kind=Job,name=seed" };
  const set = [
    object("Job/seed", { annotations: { "werf.io/delete-policy": "succeeded" } }),
    object("ConfigMap/user", { annotations: user }),
  ];
  t.deepEqual(order(set), ["apply seed", "apply user", "delete seed"]);
  t.deepEqual(order(set, ["user"]), ["apply seed", "apply user", "delete seed"]);
  t.deepEqual(order(set, ["seed"]), ["apply seed"]);
});

test("an object with the resource policy keep is not deleted by its delete policy", (t) => {
  const annotations = {
    ...hookWithPolicy("pre-install", "hook-succeeded"),
    "helm.sh/resource-policy": "keep",
  };
  t.deepEqual(order([object("ConfigMap/kept", { annotations })]), ["apply kept"]);
});

test("an object that is refused, timed out, suspended or not waited for is not deleted by its delete policy", (t) => {
  const { tasks } = scheduled(three);
  const { onlyAfter } = tasks.find(({ operation }) => operation === "delete") ?? {};
  const met = (actuation: Outcome["actuation"], reconcile: Outcome["reconcile"]): unknown =>
    tasks[0] && onlyAfter?.isMet({ ...tasks[0], actuation, reconcile }, false);
  t.deepEqual(
    [
      met("Failed", "Skipped"),
      met("Failed", "Timeout"),
      met("Skipped", "Skipped"),
      met("Succeeded", "Skipped"),
      met("Succeeded", "Suspended"),
    ],
    [false, false, false, false, false],
  );
});

const anyPolicy = fc.constantFrom(
  "before-hook-creation",
  "hook-succeeded",
  "hook-failed",
  "hook-succeeded,hook-failed",
);
const anyHook = fc.record({
  events: fc.constantFrom("pre-install", "post-install", "pre-install,post-install"),
  policy: anyPolicy,
  weight: fc.integer({ min: -1, max: 2 }),
  needs: fc.option(fc.nat(3), { nil: undefined }),
});

test("for any hooks and failures a run ends, and only objects that were applied are deleted", (t) => {
  const envs = [0, 1, 2, 3].map((index) =>
    object(`ConfigMap/env${index}`, {
      annotations: index % 2 === 0 ? {} : { "werf.io/delete-policy": "succeeded", "werf.io/weight": "1" },
    }),
  );
  fc.assert(
    fc.property(fc.array(anyHook, { maxLength: 6 }), fc.array(fc.nat(9)), (hooks, failing) => {
      const jobs = hooks.map(({ events, policy, weight, needs }, index) => {
        const envFrom = [{ configMapRef: { name: `env${needs}` } }];
        const body = needs === undefined ? pods({}) : pods({ containers: [{ name: "app", envFrom }] });
        return object(`Job/hook${index}`, { annotations: hookWithPolicy(events, policy, weight), body });
      });
      const names = failing.map((index) => (index < 6 ? `hook${index}` : `env${index - 6}`));
      const begun = order([...jobs, ...envs], names);
      return begun.every(
        (step, at) =>
          !step.startsWith("delete ") || begun.slice(0, at).includes(step.replace("delete", "apply")),
      );
    }),
  );
  t.pass();
});

/** The tasks of a set, with those that delete objects by their delete policies. */
function withDeletions(objects: readonly JsonObject[], isThere = true): readonly Task[] {
  const { plan } = planned(objects);
  const tasks = planToTasks(plan, { operation: "apply", effect: () => effect, external: unexpected });
  return withDeletePolicyTasks(tasks, plan, { effect: () => effect, isThere: () => isThere });
}

test("a set without hook-succeeded and hook-failed delete policies has no deletions", (t) => {
  const set = [
    object("ConfigMap/env"),
    object("Job/a", { annotations: hookWithPolicy("pre-install", "before-hook-creation") }),
  ];
  t.true(
    withDeletions(set).every(({ operation, barriers }) => operation === "apply" && !barriers.includes(-1)),
  );
});

test("the deletions of each event are in a separate hidden group", (t) => {
  const set = [
    object("Job/a", { annotations: hookWithPolicy("pre-install", "hook-succeeded", 1) }),
    object("Job/b", { annotations: hookWithPolicy("pre-install", "hook-succeeded", 2) }),
    object("Job/c", { annotations: hookWithPolicy("post-install", "hook-succeeded") }),
    object("ConfigMap/env", { annotations: { "werf.io/delete-policy": "succeeded" } }),
  ];
  const groupsOf = withDeletions(set)
    .filter(({ operation }) => operation === "delete")
    .map(({ target: { name }, group }) => [name, group] as const);
  const group = new Map(groupsOf);
  t.is(groupsOf.length, 4);
  t.is(group.get("a"), group.get("b"));
  t.is(new Set([group.get("a"), group.get("c"), group.get("env")]).size, 3);
  t.true(groupsOf.every(([, index]) => index < 0));
});

test("a deletion has the timeout of its object, and names the rule for which it waits", (t) => {
  const annotations = {
    ...hookWithPolicy("pre-install", "hook-succeeded"),
    "werf.io/no-activity-timeout": "1m",
  };
  const [applied, deletion] = withDeletions([object("Job/a", { annotations })]);
  t.is(deletion?.timeout, applied?.timeout);
  t.deepEqual(
    deletion?.waits.map(({ on, until, because }) => [on, until, because().rule]),
    [[0, "ended", "delete-policy"]],
  );
  t.is(deletion?.target.key, applied?.target.key);
});

test("an object that is not in the cluster is not deleted by its delete policy", (t) => {
  const set = [object("Job/a", { annotations: hookWithPolicy("pre-install", "hook-succeeded") })];
  const isMet = (isThere: boolean): boolean | undefined => {
    const [applied, deletion] = withDeletions(set, isThere);
    return applied && deletion?.onlyAfter?.isMet(ended(applied, "Succeeded"), false);
  };
  t.deepEqual([isMet(true), isMet(false)], [true, false]);
});

test("Namespaces and CRDs are never deleted by their delete policy", (t) => {
  const annotations = { "werf.io/delete-policy": "succeeded" };
  const set = [
    object("Namespace/default", { annotations }),
    object("Namespace/shop", { annotations }),
    object("CustomResourceDefinition/crontabs.example.com", { annotations }),
  ];
  t.true(withDeletions(set).every(({ operation }) => operation === "apply"));
});
