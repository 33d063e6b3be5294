import test from "ava";

import { samplePlan } from "../../../../fixtures/sample-plan.ts";
import { eventsOf, type EventRun, eventsStart, eventState } from "../../../../fixtures/sync-timeline.ts";
import type { SyncEvent } from "../../../sync/sync-event.ts";
import type { Dashboard } from "./dashboard-state.ts";
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

test("configured units are listed in the order of their names before their first event", (t) => {
  const { units: reported, identity } = boardOf().overview();
  t.is(identity, "pod-1");
  t.deepEqual(
    reported.map(({ name, phase, dependsOn }) => [name, phase, dependsOn]),
    [
      ["base", "Pending", []],
      ["shop", "Pending", ["base"]],
    ],
  );
});

test("a unit is shown as kept by this replica if the members event assigns it", (t) => {
  const board = boardOf({
    type: "members",
    at: eventsStart,
    members: ["pod-2", "pod-1"],
    self: "pod-1",
    keeps: ["shop"],
  });
  t.deepEqual(board.overview().members, ["pod-1", "pod-2"]);
  t.deepEqual(
    board.overview().units.map(({ keptBy }) => keptBy),
    [undefined, "pod-1"],
  );
});

test("the overview shows the progress of an active run", (t) => {
  const board = boardOf(...runOf(1, { ends: { env: "stuck" }, verdict: undefined as never }).slice(0, -1));
  t.deepEqual(board.overview().units[1]?.progress, {
    total: 1,
    done: 0,
    active: 1,
    failed: 0,
    skipped: 0,
    changed: 1,
  });
});

const chain = samplePlan({
  groups: [
    { objects: ["apps/v1 Deployment shop/db"] },
    { after: [1], objects: ["apps/v1 Deployment shop/web"] },
  ],
});
const [db = "", web = ""] = chain.groups.map(({ objects }) => objects[0]?.manifest.key ?? "");

/** The events with durations of earlier runs: 50 s for the database, then 30 s for the web server. */
function expecting(events: readonly SyncEvent[]): readonly SyncEvent[] {
  const times = [
    { took: 50_000, after: 30_000 },
    { took: 30_000, after: 0 },
  ];
  const path = [
    { key: db, took: 50_000 },
    { key: web, took: 30_000 },
  ];
  return events.map((event) => {
    if (event.type !== "apply" || event.event.type !== "start") {
      return event;
    }
    const objects = event.event.objects.map((object, index) => {
      const expected = times[index];
      return { ...object, ...(expected === undefined ? {} : { expected }) };
    });
    return { ...event, event: { ...event.event, objects, expected: { total: 80_000, path, unknown: 0 } } };
  });
}

function forecastOf(facts: Partial<EventRun>): readonly unknown[] {
  const events = expecting(runOf(1, { plan: chain, verdict: undefined as never, ...facts }));
  const [run] = boardOf(...events).unit("shop")?.runs ?? [];
  const last = run?.objects.findLast(({ sentAt }) => sentAt !== undefined);
  const begun = last?.writtenAt ?? last?.sentAt ?? 0;
  const { expectedEndAt, criticalPath } = run ?? {};
  return [expectedEndAt === undefined ? undefined : expectedEndAt - begun, criticalPath];
}

test("the expected end and critical path of an active run follow from the durations of earlier runs", (t) => {
  t.deepEqual(forecastOf({ ends: { db: "stuck", web: "waiting" } }), [80_000, [db, web]]);
  t.deepEqual(forecastOf({ ends: { db: "created", web: "stuck" }, takes: { db: 9000 } }), [
    30_000,
    [db, web],
  ]);
  t.deepEqual(forecastOf({ criticalPath: [web], verdict: "converged" }), [undefined, [web]]);
});

test("an active run without history has no expected end", (t) => {
  const [run] = boardOf(...runOf(1, { plan: chain, verdict: undefined as never })).unit("shop")?.runs ?? [];
  t.like(run, { expectedEndAt: undefined, criticalPath: [] });
});

test("messages from the cluster are truncated, and their control characters are escaped", (t) => {
  const board = boardOf({
    type: "state",
    at: eventsStart,
    state: eventState("shop", { message: `a\u202eb\n\u0000${"x".repeat(100_000)}` }),
  });
  const message = board.unit("shop")?.state.message ?? "";
  t.true(message.startsWith("a\\u202eb\n\\x00xxx"));
  t.true(message.length < 1000);
});

const drift = { key: "apps/namespaces/shop/Deployment/web", kind: "changed", by: ["kubectl-edit"] } as const;

for (const [event, level, message] of [
  [
    { type: "drift", drifts: [drift] },
    "warning",
    "drift: apps/namespaces/shop/Deployment/web changed by kubectl-edit",
  ],
  [
    { type: "drift", drifts: [drift, drift, drift, drift, drift] },
    "warning",
    `drift: ${"apps/namespaces/shop/Deployment/web changed by kubectl-edit; ".repeat(3)}and 2 more`,
  ],
  [{ type: "sourceFailed", message: "no route" }, "error", "cannot read git: no route"],
  [{ type: "sourceBack" }, "note", "git can be read again"],
  [
    { type: "fight", key: "/namespaces/shop/ConfigMap/env", rivals: ["operator"] },
    "error",
    "fight over /namespaces/shop/ConfigMap/env: operator keeps reverting it; corrections are paused",
  ],
  [
    { type: "fightOver", key: "/namespaces/shop/ConfigMap/env" },
    "note",
    "fight over /namespaces/shop/ConfigMap/env is over; corrections continue",
  ],
] as const) {
  test(`${event.type} of ${"drifts" in event ? event.drifts.length : 1} is added to the notices of its unit`, (t) => {
    const board = boardOf({ ...event, at: eventsStart, unit: "shop" });
    t.deepEqual(board.unit("shop")?.notices, [{ at: eventsStart, level, message }]);
  });
}

test("the lists of notices are bounded", (t) => {
  const board = boardOf();
  for (let index = 0; index < 2000; index++) {
    board.emit({ type: "sourceFailed", at: index, unit: "shop", message: `no route ${index}` });
    board.emit({ type: "notice", at: index, level: "note", message: `notice ${index}` });
  }
  t.is(board.unit("shop")?.notices.length, 50);
  t.is(board.overview().notices.length, 50);
  t.is(board.overview().notices[0]?.message, "notice 1999");
});

test("a removed unit is no longer shown, even if its run ends afterwards", (t) => {
  const events = runOf(1);
  const board = boardOf(...events.slice(0, -1), {
    type: "removed",
    at: eventsStart,
    unit: "shop",
    policy: "orphan",
  });
  for (const event of events.slice(-1)) {
    board.emit(event);
  }
  t.is(board.unit("shop"), undefined);
  t.is(board.overview().notices[0]?.message, "shop is no longer configured; its objects are kept");
});

test("subscribers are notified of changed units until they unsubscribe", (t) => {
  const board = boardOf();
  const reported: string[] = [];
  const unsubscribe = board.subscribe((unit) => reported.push(unit));
  const before = board.version("shop");
  board.emit({ type: "state", at: eventsStart, state: eventState("shop") });
  t.deepEqual(reported, ["shop", ""]);
  t.true(board.version("shop") > before);
  unsubscribe();
  board.emit({ type: "state", at: eventsStart, state: eventState("shop") });
  t.is(reported.length, 2);
});

test("a git poll without changes does not notify subscribers", (t) => {
  const board = boardOf();
  board.subscribe(() => t.fail());
  board.emit({ type: "looked", at: eventsStart, unit: "shop", took: 30, failed: false });
  t.deepEqual(board.unit("shop")?.notices, []);
});
