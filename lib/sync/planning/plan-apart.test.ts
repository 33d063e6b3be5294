import test from "ava";

import { startPlanningThread } from "../../../cmd/host/start-planning-thread.ts";
import { manualClock } from "../../../fixtures/manual-clock.ts";
import { planSet, type SetToPlan } from "../../apply/plan/plan-set.ts";
import type { SetLookups } from "../../apply/observe/set-lookups.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import { openPlanApart } from "./plan-apart.ts";
import type { PlanningWorker } from "./planning-worker.ts";

const never = new AbortController().signal;

const emptyCluster: SetLookups = {
  minor: () => Promise.resolve(undefined),
  scopes: (kinds) => Promise.resolve(kinds.map(() => undefined)),
  definitions: () => Promise.resolve([]),
  objects: (wanted) => Promise.resolve(wanted.map(() => undefined)),
  newestVersions: (wanted) => Promise.resolve(wanted.map(() => undefined)),
  broughtElsewhere: (keys) => Promise.resolve(keys.map(() => false)),
};

const noCluster: SetLookups = {
  ...emptyCluster,
  minor: () => Promise.reject(new Error("no cluster")),
};

function setOf(...sources: readonly SourceText[]): SetToPlan {
  return {
    sources,
    action: "install",
    release: "shop",
    namespace: "shop",
    externalDeps: "error",
    invalid: "fail",
    timeout: 60_000,
    validate: "strict",
    keepRandom: true,
  };
}

function objects(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${write(index)}\n---\n`).join("");
}

function configMap(name: string, rest = ""): string {
  return `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}${rest}}}`;
}

const large: SourceText = { name: "large.yaml", text: objects(2000, (index) => configMap(`c${index}`)) };

/**
 * A rule that costs less than an API server allows for one object, and a set of objects that all have to be
 * judged by it.
 */
const expensive: SourceText = {
  name: "expensive.yaml",
  text: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things, singular: thing, listKind: ThingList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              a: {type: array, maxItems: 100, items: {type: integer}}
            x-kubernetes-validations:
            - rule: self.a.all(x, self.a.all(y, x + y > 0))
---
${objects(
  6000,
  (index) =>
    `{apiVersion: example.com/v1, kind: Thing, metadata: {name: t${index}}, spec: {a: [${"1,".repeat(90)} 1]}}`,
)}`,
};

const greedy: SourceText = {
  name: "greedy.yaml",
  text: objects(60_000, (index) => configMap(`c${index}`, `, labels: {a: b${index}}`)),
};

function diagnosticsOf({ plan }: PlanResult): readonly (readonly [string, string, string])[] {
  return plan.diagnostics.map(({ code, origin, message }) => [
    code,
    `${origin?.file}:${origin?.line}`,
    message,
  ]);
}

function refuseToStart(): PlanningWorker {
  throw new Error("a thread was started");
}

test("a large set gets the same plan in a worker thread", async (t) => {
  const edges = objects(
    300,
    (index) =>
      `{apiVersion: v1, kind: Pod, metadata: {name: p${index}}, spec: {containers: [{name: a, image: a, envFrom: [{configMapRef: {name: c${index}}}]}]}}`,
  );
  const set = setOf(large, { name: "pods.yaml", text: edges });
  const planApart = openPlanApart({ clock: manualClock(0), start: startPlanningThread });
  const apart = await planApart(set, emptyCluster, never);
  t.deepEqual(apart, await planSet(set, emptyCluster));
  t.is(apart.plan.groups.flatMap((group) => group.objects).length, 2300);
});

test("decrypted values are marked in a worker thread, too", async (t) => {
  const text = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {b: a-decrypted-value}}";
  const set = setOf(large, { name: "a.yaml", text, secrets: { values: ["a-decrypted-value"] } });
  const planApart = openPlanApart({ clock: manualClock(0), start: startPlanningThread });
  const apart = await planApart(set, emptyCluster, never);
  t.deepEqual(apart, await planSet(set, emptyCluster));
  t.true(JSON.stringify(apart.plan.groups).includes('"werf.io/sensitive-paths":"$.data.b"'));
});

test("lookups of a plan in the cluster are answered while a thread plans it", async (t) => {
  const asked: string[] = [];
  const lookups: SetLookups = {
    ...emptyCluster,
    scopes: (kinds) => Promise.resolve(kinds.map(({ kind }) => kind === "Thing")),
    newestVersions: (wanted) => Promise.resolve(wanted.map(() => ({ metadata: { name: "t-ver-4" } }))),
    broughtElsewhere: (keys) => {
      asked.push(...keys);
      return Promise.resolve(keys.map(() => true));
    },
  };
  const needs = "/namespaces/other/ConfigMap/env";
  const text = `{apiVersion: example.com/v1, kind: Thing, metadata: {name: t, annotations: {kapp.k14s.io/versioned: "", config.kubernetes.io/depends-on: ${needs}}}}`;
  const planApart = openPlanApart({ clock: manualClock(0), start: startPlanningThread });
  const { plan, refused } = await planApart(setOf({ name: "thing.yaml", text }), lookups, never);
  t.false(refused);
  t.deepEqual(asked, [needs]);
  const planned = plan.groups.flatMap((group) => group.objects);
  t.deepEqual(
    planned.map(({ manifest, waitsFor }) => [manifest.key, waitsFor.map(({ on }) => on)]),
    [["example.com/namespaces/shop/Thing/t-ver-5", [needs]]],
  );
});

test("rules that take too long fail only their own set, at the object being checked", async (t) => {
  const clock = manualClock(0);
  const planApart = openPlanApart({ clock, start: startPlanningThread });
  let isEnded = false;
  const hostile = planApart(setOf(expensive), emptyCluster, never).finally(() => (isEnded = true));
  // The other set is planned while the rules of the first one are computed.
  const other = await planApart(setOf(large), emptyCluster, never);
  t.false(other.refused);
  t.false(isEnded);
  clock.pass(60_000);
  const { refused, plan } = await hostile;
  t.true(refused);
  const [[code, place, message] = ["", "", ""]] = diagnosticsOf({ plan, refused });
  t.is(code, "TooLarge");
  t.regex(place, /^expensive\.yaml:\d+$/);
  t.regex(message, /more than 60 seconds/);
});

test("a set that exceeds the memory of a thread is refused, and the next one is planned", async (t) => {
  const planApart = openPlanApart({ clock: manualClock(0), start: () => startPlanningThread(64) });
  const { refused, plan } = await planApart(setOf(greedy), emptyCluster, never);
  t.true(refused);
  const [[code, place, message] = ["", "", ""]] = diagnosticsOf({ plan, refused });
  t.is(code, "TooLarge");
  t.is(place, "greedy.yaml:1");
  t.regex(message, /MiB of memory/);
  t.false((await planApart(setOf(large), emptyCluster, never)).refused);
});

test("a set with too many objects is refused at the first object beyond the limit", async (t) => {
  const many = { name: "many.yaml", text: objects(10_001, (index) => configMap(`c${index}`)) };
  const planApart = openPlanApart({ clock: manualClock(0), start: startPlanningThread });
  const { plan, refused } = await planApart(setOf(many), emptyCluster, never);
  t.true(refused);
  t.deepEqual(plan.groups, []);
  const [[code, place, message] = ["", "", ""]] = diagnosticsOf({ plan, refused });
  t.is(code, "TooLarge");
  t.regex(place, /^many\.yaml:\d+$/);
  t.regex(message, /has 10001 objects, and 10000/);
});

test("a set with too many dependencies is refused at the object with the most", async (t) => {
  const account = "{apiVersion: v1, kind: ServiceAccount, metadata: {name: s}}";
  const bindings = objects(
    500,
    (index) =>
      `{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: r${index}}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}, subjects: [{kind: ServiceAccount, name: s, namespace: shop}]}`,
  );
  const pods = objects(
    500,
    (index) =>
      `{apiVersion: v1, kind: Pod, metadata: {name: p${index}}, spec: {serviceAccountName: s, containers: [{name: a, image: a}]}}`,
  );
  const planApart = openPlanApart({ clock: manualClock(0), start: startPlanningThread });
  const set = setOf({ name: "dense.yaml", text: `${account}\n---\n${bindings}${pods}` });
  const [[code, place, message] = ["", "", ""]] = diagnosticsOf(await planApart(set, emptyCluster, never));
  t.is(code, "TooLarge");
  t.regex(place, /^dense\.yaml:\d+$/);
  t.regex(message, /have \d+ dependencies, and 200000/);
});

test("an object that is too large for any API server is refused", async (t) => {
  const text = `{apiVersion: v1, kind: ServiceAccount, metadata: {name: huge}, imagePullSecrets: [{name: ${"x".repeat(3 * 2 ** 20)}}]}`;
  const planApart = openPlanApart({ clock: manualClock(0), start: startPlanningThread });
  const refused = await planApart(setOf({ name: "huge.yaml", text }), emptyCluster, never);
  const [[code, place, message] = ["", "", ""]] = diagnosticsOf(refused);
  t.deepEqual([code, place], ["TooLarge", "huge.yaml:1"]);
  t.regex(message, /larger than 3 MiB/);
});

test("the first 1000 of many diagnostics are returned, and the others are counted", async (t) => {
  const fields = Array.from({ length: 8000 }, (_, index) => `f${index}: 1`).join(", ");
  const text = `{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, ${fields}}`;
  const planApart = openPlanApart({ clock: manualClock(0), start: startPlanningThread });
  const { plan } = await planApart(setOf({ name: "wide.yaml", text }), emptyCluster, never);
  t.is(plan.diagnostics.length, 1001);
  t.regex(plan.diagnostics.at(-1)?.message ?? "", /^7000 more diagnostics/);
});

test("a large plan is received in pieces, at most one per turn of the event loop", async (t) => {
  let turn = 0;
  const turns: number[] = [];
  const count = (): void => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const start = (mebibytes: number): PlanningWorker => {
    const worker = startPlanningThread(mebibytes);
    const listen: PlanningWorker["listen"] = (reported, ended) => {
      worker.listen((report) => {
        turns.push(...(report.type === "piece" ? [turn] : []));
        reported(report);
      }, ended);
    };
    return { ...worker, listen };
  };
  await openPlanApart({ clock: manualClock(0), start })(setOf(large), emptyCluster, never);
  clearImmediate(next);
  t.true(turns.length > 3);
  t.is(new Set(turns).size, turns.length);
});

test("a small set of built-in kinds needs no thread", async (t) => {
  const set = setOf({ name: "a.yaml", text: configMap("a") });
  const planApart = openPlanApart({ clock: manualClock(0), start: refuseToStart });
  t.is((await planApart(set, emptyCluster, never)).plan.groups.length, 1);
});

test("planning ends when the run is aborted, and fails with the error of a lookup", async (t) => {
  const end = new AbortController();
  const planApart = openPlanApart({ clock: manualClock(0), start: startPlanningThread });
  const planning = planApart(setOf(large), emptyCluster, end.signal);
  end.abort(new Error("the run is over"));
  await t.throwsAsync(planning, { message: "the run is over" });
  await t.throwsAsync(planApart(setOf(large), noCluster, never), { message: "no cluster" });
});
