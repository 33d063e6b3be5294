import test from "ava";
import * as fc from "fast-check";

import { samplePlan, shop } from "../../../../../fixtures/sample-plan.ts";
import { type EventEnd, eventsOf, eventsStart, eventState } from "../../../../../fixtures/sync-timeline.ts";
import type { SyncEvent } from "../../../../sync/sync-event.ts";
import { runChange, runView } from "../../run-view.ts";
import type { Dashboard, RunState } from "../../state/dashboard-state.ts";
import { createDashboard } from "../../state/dashboard.ts";
import { nextAnswer, type ResponseCache } from "./answer.ts";

const ends = fc.constantFrom<EventEnd>("created", "unchanged", "failed", "timeout", "skipped", "stuck");
const runs = fc
  .record({ web: ends, database: ends, migrate: ends, isOver: fc.boolean() })
  .map(({ isOver, ...names }) =>
    eventsOf({
      unit: "shop",
      number: 1,
      plan: shop,
      at: eventsStart,
      ends: names,
      ...(isOver ? { verdict: "failed" } : {}),
    }),
  );

/** The cache of a client after it has read the value as JSON. */
function read(before: ResponseCache | undefined, value: object): ResponseCache {
  return nextAnswer(before, { tag: "", value: JSON.parse(JSON.stringify(value)) });
}

function lastRun(board: Dashboard): RunState | undefined {
  return board.unit("shop")?.runs[0];
}

/** The cache of a client after the next response about the run: only the changes, or the whole run. */
function readRun(before: ResponseCache | undefined, run: RunState): ResponseCache {
  return read(before, (before?.mark === undefined ? undefined : runChange(run, before.mark)) ?? runView(run));
}

test("a run that is read incrementally equals the run read as a whole", (t) => {
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 9 }), (events, step) => {
      const board = createDashboard({ sync: "main", identity: "pod-1" });
      let known: ResponseCache | undefined;
      for (const [index, event] of events.entries()) {
        board.emit(event);
        const run = lastRun(board);
        if (run !== undefined && (index % step === 0 || index === events.length - 1)) {
          known = readRun(known, run);
          t.deepEqual(known.run, read(undefined, runView(run)).run);
        }
      }
    }),
  );
});

test("run 1 of a unit that was removed and added again is read as a whole", (t) => {
  const board = createDashboard({ sync: "main", identity: "pod-1" });
  const small = samplePlan({ groups: [{ objects: ["v1 ConfigMap shop/env"] }] });
  const readAll = (events: readonly SyncEvent[], before?: ResponseCache): readonly ResponseCache[] =>
    events.flatMap((event) => {
      board.emit(event);
      const run = lastRun(board);
      return run === undefined ? [] : [readRun(before, run)];
    });
  const half = eventsOf({ unit: "shop", number: 1, plan: shop, at: eventsStart }).slice(0, 6);
  const known = readAll(half).at(-1);
  t.is(known?.run?.objects.length, 11);
  board.emit({ type: "removed", at: eventsStart, unit: "shop", policy: "orphan" });
  const again = readAll(eventsOf({ unit: "shop", number: 1, plan: small, at: eventsStart }), known);
  t.deepEqual([...new Set(again.map(({ run }) => run?.objects.length))], [0, 1]);
});

test("an incremental response contains only objects that changed", (t) => {
  const board = createDashboard({ sync: "main", identity: "pod-1" });
  const events = eventsOf({ unit: "shop", number: 1, plan: shop, at: eventsStart });
  for (const event of events.slice(0, -1)) {
    board.emit(event);
  }
  const before = lastRun(board);
  const mark = before?.mark ?? "";
  for (const event of events.slice(-1)) {
    board.emit(event);
  }
  const run = lastRun(board);
  t.is(run && runChange(run, mark)?.changed.length, 1);
  t.is(run && runChange(run, "0.0"), undefined);
});

const names = fc.constantFrom("a", "b", "c", "d");
const unitEvents = fc.oneof(
  names.map((name): SyncEvent => ({ type: "state", at: eventsStart, state: eventState(name) })),
  names.map((unit): SyncEvent => ({ type: "removed", at: eventsStart, unit, policy: "orphan" })),
  fc.string().map((message): SyncEvent => ({ type: "notice", at: eventsStart, level: "warning", message })),
  fc.uniqueArray(names).map((keeps): SyncEvent => ({
    type: "members",
    at: eventsStart,
    members: ["pod-1"],
    self: "pod-1",
    keeps,
  })),
);

test("an overview that is read incrementally equals the overview read as a whole", (t) => {
  fc.assert(
    fc.property(fc.array(fc.array(unitEvents)), (steps) => {
      const board = createDashboard({
        sync: "main",
        identity: "pod-1",
        units: [{ name: "b", dependsOn: [] }],
      });
      let known = read(undefined, board.overview());
      let version = board.version("");
      for (const events of steps) {
        for (const event of events) {
          board.emit(event);
        }
        known = read(known, board.overviewSince(version));
        version = board.version("");
        t.deepEqual(known.overview, read(undefined, board.overview()).overview);
      }
    }),
  );
});
