import test from "ava";
import * as fc from "fast-check";

import { dependsOn, hook, object, planned, pods, weight } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import { type Plan, type PlannedObject, untilRank } from "./plan.ts";
import { awaitedKeys, makeSchedule, remainingTime, type Schedule } from "./schedule.ts";

type Times = Readonly<Record<string, number>>;

function keyOf(name: string): string {
  return `apps/namespaces/default/Deployment/${name}`;
}

function deployment(name: string, annotations: Readonly<Record<string, string>> = {}): JsonObject {
  return object(`Deployment/${name}`, { annotations });
}

/** The schedule of objects whose times are given by name. */
function scheduleOf(times: Times, ...objects: readonly JsonObject[]): Schedule {
  return makeSchedule(planned(objects).plan, ({ manifest }) => times[manifest.name]);
}

/** The path as `name time`, with the total in front. */
function totalAndPath({ total, path }: Schedule): readonly (number | string)[] {
  return [total, ...path.map(({ key, took }) => `${key.split("/").at(-1)} ${took}`)];
}

test("the slowest object of each group determines the total time", (t) => {
  const set = [deployment("a"), deployment("b"), deployment("c", weight(1)), deployment("d", weight(2))];
  t.deepEqual(totalAndPath(scheduleOf({ a: 4, b: 1, c: 4, d: 2 }, ...set)), [10, "a 4", "c 4", "d 2"]);
});

test("an object waits only for its own dependencies", (t) => {
  const set = [deployment("a"), deployment("b"), deployment("c", dependsOn(keyOf("b")))];
  t.deepEqual(totalAndPath(scheduleOf({ a: 4, b: 1, c: 4 }, ...set)), [5, "b 1", "c 4"]);
});

test("the next stage waits for an object freed from its weight, the next weight does not", (t) => {
  const freed = deployment("free", {
    ...weight(5),
    "werf.io/deploy-dependency-a": "state=ready,kind=Deployment,name=a",
  });
  const set = [deployment("a"), freed, deployment("b", weight(1)), deployment("c", weight(2))];
  const times = { a: 1, free: 10, b: 1, c: 1, last: 1 };
  t.deepEqual(totalAndPath(scheduleOf(times, ...set)), [11, "a 1", "free 10"]);
  const last = object("Job/last", { annotations: hook("post-install") });
  const found = scheduleOf(times, ...set, last);
  t.deepEqual(totalAndPath(found), [12, "a 1", "free 10", "last 1"]);
  t.deepEqual(
    found.times.map(({ after }) => after),
    [11, 2, 1, 1, 0],
  );
});

test("a dependency that must only exist does not delay its dependent by its own time", (t) => {
  const body = {
    spec: { template: { spec: { containers: [], volumes: [{ configMap: { name: "env" } }] } } },
  };
  const set = [object("ConfigMap/env", { annotations: dependsOn(keyOf("a")) }), deployment("a")];
  const web = object("Deployment/web", { body });
  t.deepEqual(totalAndPath(scheduleOf({ a: 3, env: 9, web: 7 }, ...set, web)), [12, "a 3", "env 9"]);
  t.deepEqual(totalAndPath(scheduleOf({ a: 3, env: 5, web: 7 }, ...set, web)), [10, "a 3", "web 7"]);
});

test("hooks that run only after a failure are not in the schedule", (t) => {
  const job = object("Job/undo", { annotations: { "argocd.argoproj.io/hook": "SyncFail" } });
  const found = scheduleOf({ a: 4, undo: 100 }, deployment("a"), job);
  t.deepEqual(totalAndPath(found), [4, "a 4"]);
  t.is(found.times.length, 2);
});

test("workloads and custom resources without a known time take no time and are counted as unknown", (t) => {
  const set = [deployment("a"), deployment("b", dependsOn(keyOf("a"))), object("ConfigMap/env")];
  const found = scheduleOf({ a: 4 }, ...set, object("Job/seed", { annotations: hook("post-install") }));
  t.deepEqual(totalAndPath(found), [4, "a 4"]);
  t.is(found.unknown, 2);
});

test("a non-blocking object takes no time and is not counted as unknown", (t) => {
  const unawaited = { "werf.io/track-termination-mode": "NonBlocking" };
  const set = [deployment("a", unawaited), deployment("b", dependsOn(keyOf("a")))];
  t.deepEqual(totalAndPath(scheduleOf({ a: 40, b: 4 }, ...set)), [4, "b 4"]);
  t.is(scheduleOf({ b: 4 }, ...set).unknown, 0);
  t.deepEqual([...awaitedKeys(planned(set).plan)], [keyOf("b")]);
});

test("an empty plan takes no time", (t) => {
  t.deepEqual(
    makeSchedule({ groups: [] }, () => 1),
    { total: 0, path: [], unknown: 0, times: [] },
  );
});

/** A plan's objects as predecessors by index: those that must be ready, and those that must be written. */
interface Chain {
  readonly object: PlannedObject;
  readonly ready: readonly number[];
  readonly written: readonly number[];
}

function chains({ groups }: Plan): readonly Chain[] {
  const all = groups.flatMap((group) => group.objects.map((member) => ({ group, object: member })));
  const indexOf = (key: string): number => all.findIndex((one) => one.object.manifest.key === key);
  return all.map(({ group, object: own }) => ({
    object: own,
    ready: [
      ...own.waitsFor.filter(({ until }) => untilRank[until] === 0).map(({ on }) => indexOf(on)),
      ...all.keys().filter((other) => (own.after ?? group.after).includes(all[other]?.group.index ?? 0)),
    ],
    written: own.waitsFor.filter(({ until }) => untilRank[until] > 0).map(({ on }) => indexOf(on)),
  }));
}

/** The sums of the times along every chain that leads to the start of an object. */
function sums(all: readonly Chain[], times: readonly number[], index: number): readonly number[] {
  const { ready, written } = all[index] ?? { ready: [], written: [] };
  return [
    0,
    ...ready.flatMap((other) => sums(all, times, other).map((sum) => sum + (times[other] ?? 0))),
    ...written.flatMap((other) => sums(all, times, other)),
  ];
}

const names = ["a", "b", "c", "d", "e", "f"];

/** Sets of up to six objects with ascending weights and random dependencies on earlier ones. */
const sets = fc
  .array(
    fc.record({
      kind: fc.constantFrom("Deployment", "ConfigMap"),
      on: fc.subarray([0, 1, 2, 3, 4]),
      weight: fc.integer({ min: 0, max: 2 }),
      time: fc.integer({ min: 0, max: 5 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drawn) => drawn.toSorted((left, right) => left.weight - right.weight))
  .map((drawn) =>
    drawn.map(({ kind, on, weight: place, time }, index) => {
      const before = on.filter((other) => other < index);
      // A mounted ConfigMap must only exist; whatever else is needed must be ready.
      const mounts = before.filter((other) => kind === "Deployment" && drawn[other]?.kind === "ConfigMap");
      const needs = before.filter((other) => !mounts.includes(other));
      const refs = needs.map((other) => refTo(drawn[other]?.kind ?? "", names[other] ?? ""));
      const volumes = mounts.map((other) => ({ configMap: { name: names[other] ?? "" } }));
      const body = kind === "Deployment" ? pods({ volumes }) : {};
      const annotations = { ...(refs.length === 0 ? {} : dependsOn(...refs)), ...weight(place) };
      return { time, object: object(`${kind}/${names[index]}`, { annotations, body }) };
    }),
  );

function refTo(kind: string, name: string): string {
  return kind === "ConfigMap" ? `/namespaces/default/ConfigMap/${name}` : keyOf(name);
}

test("total, path and remaining time are those of the longest chain", (t) => {
  fc.assert(
    fc.property(sets, (drawn) => {
      const { plan } = planned(drawn.map((one) => one.object));
      const times = new Map(drawn.map(({ time }, index) => [names[index] ?? "", time]));
      const found = makeSchedule(plan, ({ manifest }) => times.get(manifest.name));
      const all = chains(plan);
      t.is(all.length, drawn.length);
      const own = all.map((chain) => times.get(chain.object.manifest.name) ?? 0);
      const ends = all.map((_, index) => Math.max(...sums(all, own, index)) + (own[index] ?? 0));
      t.is(found.total, Math.max(...ends));
      t.is(
        found.path.reduce((sum, { took }) => sum + took, 0),
        found.total,
      );
      const begun = found.times.map((step) => ({ ...step, elapsed: undefined }));
      t.is(remainingTime(begun), found.total);
      for (const [index, { took, after }] of found.times.entries()) {
        t.true((ends[index] ?? 0) + after <= found.total);
        t.is(took, own[index] ?? 0);
      }
    }),
    { numRuns: 300 },
  );
});

test("the remaining time of a run is that of its unfinished objects and their dependents", (t) => {
  const set = [deployment("a"), deployment("b"), deployment("c", dependsOn(keyOf("a")))];
  const [a, b, c] = scheduleOf({ a: 40, b: 60, c: 10 }, ...set).times;
  t.deepEqual(
    [a, b, c],
    [
      { took: 40, after: 10 },
      { took: 60, after: 0 },
      { took: 10, after: 0 },
    ],
  );
  const at = (elapsed: number | undefined): number =>
    remainingTime([a, b, c].map((step) => ({ took: 0, after: 0, ...step, elapsed })));
  t.is(at(undefined), 60);
  const running = { took: 40, after: 10, elapsed: 15 };
  t.is(remainingTime([running, { took: 10, after: 0, elapsed: undefined }]), 35);
  t.is(remainingTime([{ ...running, elapsed: 90 }]), 10);
  t.is(remainingTime([]), 0);
});
