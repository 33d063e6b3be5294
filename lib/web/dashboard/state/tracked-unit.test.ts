import test from "ava";

import { samplePlan, shop } from "../../../../fixtures/sample-plan.ts";
import { eventsOf, type EventRun, eventsStart } from "../../../../fixtures/sync-timeline.ts";
import type { JsonObject } from "../../../object/json.ts";
import type { SyncEvent } from "../../../sync/sync-event.ts";
import type { Dashboard, ObjectState, RunState } from "./dashboard-state.ts";
import { createDashboard } from "./dashboard.ts";

const units = [
  { name: "shop", dependsOn: ["base"] },
  { name: "base", dependsOn: [] },
];

function boardOf(...events: readonly SyncEvent[]): Dashboard {
  const board = createDashboard({ sync: "main", identity: "pod-1", units });
  for (const event of events) {
    board.emit(event);
  }
  return board;
}

function lastRun(board: Dashboard, unit = "shop"): RunState {
  const run = board.unit(unit)?.runs[0];
  if (run === undefined) {
    throw new Error("there is no run");
  }
  return run;
}

function objectNamed(board: Dashboard, name: string): ObjectState | undefined {
  return lastRun(board).objects.find(({ key }) => key.endsWith(`/${name}`));
}

const one = samplePlan({ groups: [{ objects: ["v1 ConfigMap shop/env"] }] });

function runOf(number: number, facts: Partial<EventRun> = {}): readonly SyncEvent[] {
  return eventsOf({
    unit: "shop",
    number,
    plan: one,
    at: eventsStart + number * 1000,
    verdict: "converged",
    ...facts,
  });
}

const ends = {
  web: "timeout",
  nightly: "skipped",
  a: "configured",
  b: "waiting",
  database: "stuck",
} as const;

for (const [name, actuation, reconcile, change] of [
  ["a", "Succeeded", "Succeeded", "configured"],
  ["c", "Succeeded", "Succeeded", "unchanged"],
  ["b", "Pending", "Pending", undefined],
  ["web", "Succeeded", "Timeout", "configured"],
  ["nightly", "Skipped", "Skipped", undefined],
] as const) {
  test(`object ${name} of a run has actuation ${actuation} and reconcile ${reconcile}`, (t) => {
    const board = boardOf(
      ...eventsOf({ unit: "shop", number: 1, plan: shop, at: eventsStart, ends, verdict: "failed" }),
    );
    const object = objectNamed(board, name);
    t.deepEqual([object?.actuation, object?.reconcile, object?.change], [actuation, reconcile, change]);
  });
}

test("a run has its groups, the waits of objects and their times", (t) => {
  const board = boardOf(
    ...eventsOf({
      unit: "shop",
      number: 1,
      plan: shop,
      at: eventsStart,
      takes: { database: 9000 },
      verdict: "converged",
    }),
  );
  const run = lastRun(board);
  t.deepEqual(
    run.groups.map(({ title, barriers }) => [title, barriers]),
    [
      ["1 · crds", []],
      ["2 · pre, weight -5", [1]],
      ["3 · pre, weight -5", [1, 2]],
      ["4 · main, weight 0", [1, 2, 3]],
      ["5 · main, weight 10", [4]],
    ],
  );
  const database = run.objects.find(({ key }) => key.endsWith("StatefulSet/database"));
  t.deepEqual(database?.waitsFor.at(-1), {
    on: "/namespaces/shop/Secret/database",
    until: "present",
    rule: "reference",
  });
  t.is((database?.endedAt ?? 0) - (database?.sentAt ?? 0), 9060);
  t.is((database?.writtenAt ?? 0) - (database?.sentAt ?? 0), 40);
});

test("the message and logs of an object are shown only until it is ready", (t) => {
  const stuck = eventsOf({
    unit: "shop",
    number: 1,
    plan: shop,
    at: eventsStart,
    ends: { migrate: "stuck" },
  });
  const target = {
    key: "batch/namespaces/shop/Job/migrate",
    group: "batch",
    kind: "Job",
    namespace: "shop",
    name: "migrate",
  };
  const begun = stuck[0];
  const run = begun?.type === "runBegun" ? begun.run : undefined;
  if (run === undefined) {
    throw new Error("no run has begun");
  }
  const log = {
    type: "log",
    at: eventsStart,
    target,
    pod: "migrate-1",
    container: "app",
    lines: ["step 1", "step 2"],
  } as const;
  const board = boardOf(...stuck, { type: "apply", at: eventsStart, run, event: log });
  t.is(objectNamed(board, "migrate")?.message, "0 of 3 replicas available");
  t.deepEqual(objectNamed(board, "migrate")?.logs, ["migrate-1/app: step 1", "migrate-1/app: step 2"]);
  const ready = {
    type: "reconcile",
    at: eventsStart,
    target,
    operation: "apply",
    state: "Succeeded",
  } as const;
  board.emit({ type: "apply", at: eventsStart, run, event: ready });
  t.is(objectNamed(board, "migrate")?.message, undefined);
  t.is(objectNamed(board, "migrate")?.logs, undefined);
});

test("five runs without changes and twenty runs with changes are kept", (t) => {
  const quiet = Array.from({ length: 30 }, (_, index) => runOf(index + 1)).flat();
  t.deepEqual(
    boardOf(...quiet)
      .unit("shop")
      ?.runs.map(({ number }) => number),
    [30, 29, 28, 27, 26],
  );
  const busy = Array.from({ length: 30 }, (_, index) =>
    runOf(index + 1, { ends: { env: "configured" } }),
  ).flat();
  t.is(boardOf(...busy).unit("shop")?.runs.length, 20);
});

test("objects are kept only of the last run and of the last run with changes", (t) => {
  const board = boardOf(
    ...runOf(1, { ends: { env: "created" } }),
    ...runOf(2, { ends: { env: "configured" } }),
    ...runOf(3),
    ...runOf(4),
  );
  t.deepEqual(
    board
      .unit("shop")
      ?.runs.map(({ number, detailed, objects, counts }) => [number, detailed, objects.length, counts.total]),
    [
      [4, true, 1, 1],
      [3, false, 0, 1],
      [2, true, 1, 1],
      [1, false, 0, 1],
    ],
  );
});

test("runs share the waits of unchanged objects in memory", (t) => {
  const board = boardOf(
    ...eventsOf({
      unit: "shop",
      number: 1,
      plan: shop,
      at: eventsStart,
      ends: { web: "created" },
      verdict: "converged",
    }),
    ...eventsOf({ unit: "shop", number: 2, plan: shop, at: eventsStart + 5000, verdict: "converged" }),
  );
  const [second, first] = board.unit("shop")?.runs ?? [];
  t.is(second?.objects.length, first?.objects.length);
  for (const [index, object] of second?.objects.entries() ?? []) {
    t.is(object.waitsFor, first?.objects[index]?.waitsFor as ObjectState["waitsFor"]);
  }
});

function written(key: string, before: JsonObject | undefined, after: JsonObject): SyncEvent {
  const [begun] = runOf(1);
  if (begun?.type !== "runBegun") {
    throw new Error("no run has begun");
  }
  return { type: "written", at: eventsStart, run: begun.run, key, before, after };
}

const secretKey = "/namespaces/shop/Secret/database";

function secret(password: string): JsonObject {
  const data = Buffer.from(password, "utf8").toString("base64");
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "database", namespace: "shop" },
    data: { password: data },
    stringData: { other: password },
  };
}

test("the dashboard state does not contain values of Secrets", (t) => {
  const board = boardOf(
    ...runOf(1).slice(0, -1),
    written(secretKey, undefined, secret("hunter2-first")),
    written(secretKey, secret("hunter2-first"), secret("hunter2-second")),
  );
  const [changed, created] = board.unit("shop")?.changes ?? [];
  t.deepEqual(changed?.lines.map(({ text }) => text).toSorted(), [
    "data.password: (hidden, changed)",
    "stringData.other: (hidden, changed)",
  ]);
  t.true(created?.lines.some(({ text }) => text.includes("(hidden, 13 bytes)")));
  const reported = JSON.stringify([board.overview(), board.unit("shop")]);
  for (const value of ["hunter2", Buffer.from("hunter2-first").toString("base64").slice(0, 8)]) {
    t.false(reported.includes(value), value);
  }
});

test("a large change is truncated, and only the first fifty of many changes are kept", (t) => {
  const large = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "env" },
    data: { text: "a line\n".repeat(3), big: "x".repeat(100_000) },
    list: Array.from({ length: 500 }, (_, index) => index),
  };
  const many = Array.from({ length: 60 }, (_, index) =>
    written(`/namespaces/shop/ConfigMap/env-${index}`, undefined, large),
  );
  const board = boardOf(...runOf(1).slice(0, -1), ...many);
  const changes = board.unit("shop")?.changes ?? [];
  t.is(changes.length, 50);
  t.is(lastRun(board).changesLeftOut, 10);
  t.true((changes[0]?.more ?? 0) > 400);
  t.true(JSON.stringify(changes[0]).length < 10_000);
});
