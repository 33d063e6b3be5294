import test from "ava";

import { createdObject } from "../../../fixtures/decided-object.ts";
import { type OfflineSession, offlineSession } from "../../../fixtures/offline-run.ts";
import { dependsOn, hook, object, planned, pods } from "../../../fixtures/planned.ts";
import { BugError } from "../../object/bug-error.ts";
import type { JsonObject } from "../../object/json.ts";
import { planDeletion } from "../../plan/plan-deletion.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import type { Decision } from "../decide/decide-object.ts";
import type { TaskList, EffectContext, EffectResult, Task } from "../model/task.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { applyTasks, removalTasks } from "./build-tasks.ts";

const creation: Decision = {
  type: "apply",
  sent: {},
  labelled: true,
  live: undefined,
  transfer: {},
  replaces: false,
  recreatable: false,
};

interface Built extends TaskList {
  readonly deps: EffectDeps;
  /** The task with this operation on the object with this name. */
  readonly task: (name: string, operation?: string) => Task;
}

interface TaskFacts extends Pick<OfflineSession, "choices"> {
  readonly followsUp?: boolean;
  readonly decided?: Readonly<Record<string, Decision>>;
}

/** The tasks that apply a set, whose objects are created unless a decision is given by name. */
function tasksOf(
  set: readonly JsonObject[],
  { decided = {}, choices = {}, followsUp = true }: TaskFacts = {},
): Built {
  const { plan } = planned(set, { externalDeps: "wait" });
  const { deps } = offlineSession({ choices });
  const decisions = new Map<PlannedObject, Decision>(
    plan.groups.flatMap(({ objects }) =>
      objects.map((one): readonly [PlannedObject, Decision] => [one, decided[one.manifest.name] ?? creation]),
    ),
  );
  const list = applyTasks(plan, decisions, { deps, external: 7000, followsUp });
  const task = (name: string, operation = "apply"): Task => {
    const found = list.tasks.find((one) => one.target.name === name && one.operation === operation);
    if (found === undefined) {
      throw new Error(`there is no task to ${operation} ${name}`);
    }
    return found;
  };
  return { ...list, deps, task };
}

const acting: EffectContext = {
  signal: new AbortController().signal,
  retry: () => {},
  waits: () => {},
  notice: () => {},
};

/** The result of the task of the first object of a set. */
function actedOn(set: readonly JsonObject[], course: TaskFacts): Promise<EffectResult> {
  const { tasks } = tasksOf(set, course);
  return tasks[0]?.effect.act(acting) ?? Promise.reject(new Error("there is no task"));
}

/** A task in a line: `apply web of 2 < 1: env written`. */
function lineOf({ operation, target, group, barriers, waits }: Task, { tasks }: TaskList): string {
  const after = barriers.length === 0 ? "" : ` < ${barriers.join(" ")}`;
  const on = waits.map((wait) => ` ${tasks[wait.on]?.target.name} ${wait.until}`).join(",");
  return `${operation} ${target.name} of ${group}${after}${on === "" ? "" : `:${on}`}`;
}

const env = object("ConfigMap/env");
const envFrom = pods({ containers: [{ name: "app", envFrom: [{ configMapRef: { name: "env" } }] }] });
const web = object("Deployment/web", { body: envFrom });

test("each object of the plan has a task in its group, with the waits and barriers of the plan", (t) => {
  const smoke = object("Job/smoke", { annotations: hook("post-install") });
  const last = object("ConfigMap/last", { annotations: dependsOn("apps/namespaces/default/Deployment/web") });
  const list = tasksOf([web, env, smoke, last]);
  t.deepEqual(
    list.tasks.map((task) => lineOf(task, list)),
    ["apply env of 1", "apply web of 1: env written", "apply last of 2: web done", "apply smoke of 3 < 1 2"],
  );
  t.deepEqual(
    list.groups.map(({ index, stage, operation, count }) => `${index} ${stage} ${operation} ${count}`),
    ["1 main apply 2", "2 main apply 1", "3 post apply 1"],
  );
});

test("an external object is awaited by a separate task with the timeout for external objects", (t) => {
  const outside = dependsOn("apps/namespaces/data/StatefulSet/database");
  const list = tasksOf([env, object("Deployment/web", { annotations: outside })]);
  const wait = list.task("database", "wait");
  t.like(wait, { group: 0, lazy: true, timeout: 7000, target: { namespace: "data", kind: "StatefulSet" } });
  t.is(lineOf(list.task("web"), list), "apply web of 1: database done");
  t.is(list.groups.length, 1);
});

test("an object without a decision is an internal error", (t) => {
  const { deps } = offlineSession();
  t.throws(() => applyTasks(planned([env]).plan, new Map(), { deps, external: 1 }), {
    instanceOf: BugError,
    message: /nothing was decided for .*ConfigMap\/env/,
  });
});

const live = createdObject([env]);

test("an object that is left is reported as unchanged with the reason", async (t) => {
  const decided = { env: { type: "left", reason: "skip-update", live } } as const;
  t.deepEqual(await actedOn([env], { decided }), { change: "unchanged", message: "skip-update" });
});

test("an object of another owner fails with the reason", async (t) => {
  const decided = { env: { type: "foreign", reason: "it belongs to Helm" } } as const;
  await t.throwsAsync(actedOn([env], { decided }), { message: "it belongs to Helm" });
});

test("an unchanged or left object is observed from then on, unless it does not exist", async (t) => {
  for (const [decision, expected] of [
    [{ type: "unchanged", live }, true],
    [{ type: "left", reason: "skip-update", live }, true],
    [{ type: "left", reason: "skip-create", live: undefined }, false],
  ] as const) {
    const { deps, task } = tasksOf([env], { decided: { env: decision } });
    await task("env").effect.act(acting);
    t.is(deps.live.knows("/namespaces/default/ConfigMap/env"), expected);
  }
});

const unchanged: Decision = { type: "unchanged", live };

/** Whether an unchanged object called env is followed until it is ready. */
const follows = test.macro({
  title: (_, fact: string) => fact,
  async exec(
    t,
    _fact: string,
    set: readonly JsonObject[],
    choices: OfflineSession["choices"],
    expected: boolean,
  ) {
    const { task } = tasksOf(set, { choices: { ...choices }, decided: { env: unchanged } });
    const acted = await task("env").effect.act(acting);
    t.is(acted.follow !== undefined, expected);
    t.is(acted.unwatched === true, !expected);
    t.is(acted.uid, "uid-1");
  },
});

const noWait = { wait: false };
const needsEnv = dependsOn("/namespaces/default/ConfigMap/env");

test(follows, "by default every object is waited for", [env], {}, true);
test(follows, "without --wait an object without dependents is not waited for", [env], noWait, false);
test(
  follows,
  "without --wait an object that another one depends on is waited for",
  [env, object("Deployment/web", { annotations: needsEnv })],
  noWait,
  true,
);
test(
  follows,
  "without --wait an object that only has to exist for another one is not waited for",
  [env, web],
  noWait,
  false,
);
test(
  follows,
  "without --wait the objects of a group before another group are waited for",
  [env, object("ConfigMap/later", { annotations: { "werf.io/weight": "5" } })],
  noWait,
  true,
);
test(
  follows,
  "without --wait a hook is waited for",
  [object("ConfigMap/env", { annotations: hook("post-install") })],
  noWait,
  true,
);
test(
  follows,
  "without --wait an object with a delete policy for its end is waited for",
  [object("ConfigMap/env", { annotations: { "werf.io/delete-policy": "succeeded" } })],
  noWait,
  true,
);
test(follows, "a dry run does not wait for objects", [env], { dryRun: "server" }, false);
test(
  follows,
  "an object with the track termination mode NonBlocking is not waited for",
  [object("ConfigMap/env", { annotations: { "werf.io/track-termination-mode": "NonBlocking" } })],
  {},
  false,
);

/** The change that a client-side dry run reports for an object. */
const compares = test.macro({
  title: (_, fact: string) => fact,
  async exec(
    t,
    _fact: string,
    facts: Partial<Extract<Decision, { readonly type: "apply" }>>,
    change: string,
  ) {
    const decided = { env: { ...creation, ...facts } };
    const acted = await actedOn([env], { decided, choices: { dryRun: "client" } });
    t.deepEqual(acted, { change: change as "created", unwatched: true });
  },
});

test(compares, "a client-side dry run shows what would be created", {}, "created");
test(compares, "a client-side dry run shows what would be configured", { live }, "configured");
test(compares, "a client-side dry run shows what would be replaced", { live, replaces: true }, "recreated");

const shortLived = object("ConfigMap/env", { annotations: { "werf.io/delete-policy": "succeeded" } });

test("an object with the delete policy succeeded is deleted after its end if this run has written or found it", async (t) => {
  const { task } = tasksOf([shortLived], { decided: { env: unchanged }, choices: noWait });
  const { onlyAfter, operation } = task("env", "delete");
  const outcome = { ...task("env"), actuation: "Succeeded", reconcile: "Succeeded" } as const;
  t.is(operation, "delete");
  t.false(onlyAfter?.isMet(outcome, false));
  await task("env").effect.act(acting);
  t.true(onlyAfter?.isMet(outcome, false));
});

test("a dry run deletes no objects by their delete policy", (t) => {
  const { tasks } = tasksOf([shortLived], { choices: { dryRun: "server" } });
  t.deepEqual(
    tasks.map(({ operation }) => operation),
    ["apply"],
  );
});

test("a run without follow-ups deletes no objects by their delete policy and runs no failure hooks", (t) => {
  const alarm = object("Job/alarm", { annotations: { "argocd.argoproj.io/hook": "SyncFail" } });
  for (const followsUp of [true, false]) {
    const { tasks, task } = tasksOf([shortLived, alarm], { followsUp });
    const deletes = tasks.some(({ operation }) => operation === "delete");
    t.deepEqual([deletes, task("alarm").onlyAfter?.isMet(undefined, true)], [followsUp, followsUp]);
  }
});

test("objects in a namespace that is created are read again", (t) => {
  const inShop = object("ConfigMap/env", { namespace: "shop" });
  const { deps } = tasksOf([object("Namespace/shop"), inShop]);
  const { manifest } = planned([inShop]).plan.groups[0]?.objects[0] ?? {};
  const state = manifest && deps.live.turn(manifest, { decidedOn: live, isAsWanted: () => false });
  t.is(state, "unknown");
});

test("a deletion runs in reverse order, with the timeout for deletions for each object", (t) => {
  const { deps } = offlineSession();
  const inNamespace = { namespace: "default" };
  const members = [
    object("ConfigMap/env", inNamespace),
    object("Deployment/web", { ...inNamespace, annotations: needsEnv }),
  ];
  const plan = planDeletion(members, { release: "test", namespace: "default", timeout: 1000 });
  const removing = { deps, id: "applyset-test-v1", deleteContents: false };
  const list = removalTasks(plan, { operation: "delete", timeout: 9000, removing });
  const lines = list.tasks.map((task) => lineOf(task, list));
  t.deepEqual(lines, ["delete web of 1", "delete env of 2: web done"]);
  t.true(list.tasks.every(({ timeout }) => timeout === 9000));
  t.deepEqual(
    list.groups.map(({ operation, count }) => `${operation} ${count}`),
    ["delete 1", "delete 1"],
  );
});
