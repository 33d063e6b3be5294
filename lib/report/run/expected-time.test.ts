import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { printedRun } from "../../../fixtures/printed-run.ts";
import { after, finishOf, groupOf, recordedAt, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import { terminal } from "../../../fixtures/terminal.ts";
import type { ApplyEvent, Operation } from "../../apply/model/event.ts";
import { jsonReporter } from "./json-reporter.ts";
import { liveReporter } from "./live-reporter.ts";
import { RunProgress } from "./run-progress.ts";

const db = "apps/namespaces/shop/StatefulSet/db";
const web = "apps/namespaces/shop/Deployment/web";
const other = "apps/namespaces/shop/Deployment/other";

const plain = startOf([
  [db, 1],
  [web, 2],
  [other, 2],
]);

/** The durations of earlier runs in the order of the objects: the database 50 s, then the web server 30 s. */
const times = [
  { took: 50_000, after: 30_000 },
  { took: 30_000, after: 0 },
  { took: 0, after: 0 },
];

function expecting(start: ApplyEvent): ApplyEvent {
  if (start.type !== "start") {
    return start;
  }
  const path = [
    { key: db, took: 50_000 },
    { key: web, took: 30_000 },
  ];
  return {
    ...start,
    objects: start.objects.map((object, index) => ({
      ...object,
      expected: times[index] ?? { took: 0, after: 0 },
    })),
    expected: { total: 80_000, path, unknown: 1 },
  };
}

const apply: Operation = "apply";

function sent(key: string, at: number): readonly ApplyEvent[] {
  const target = targetOf(key);
  return [
    after(at, { type: "sending", target, operation: apply }),
    after(at + 10, { type: "actuation", target, operation: apply, state: "Succeeded", change: "configured" }),
  ];
}

function ready(key: string, at: number): ApplyEvent {
  return after(at, { type: "reconcile", target: targetOf(key), operation: apply, state: "Succeeded" });
}

function run(start: ApplyEvent): readonly ApplyEvent[] {
  return [
    start,
    after(0, { type: "group", group: groupOf(1, 1), state: "started" }),
    ...sent(db, 0),
    ready(db, 40_000),
    after(40_000, { type: "group", group: groupOf(1, 1), state: "finished" }),
    after(40_000, { type: "group", group: groupOf(2, 2), state: "started" }),
    ...sent(web, 40_001),
    ...sent(other, 40_001),
    ready(other, 40_100),
    ready(web, 71_000),
    after(71_000, { type: "group", group: groupOf(2, 2), state: "finished" }),
    finishOf(71_000, {}),
  ];
}

test("the log of a run shows the expected time, the time left after each group, and both times at the end", (t) => {
  const lines = printedRun(run(expecting(plain))).split("\n");
  t.is(
    lines[1],
    "expected to take 1m20s: StatefulSet/db (50s) → Deployment/web (30s); 1 object has no history",
  );
  t.true(lines.includes("group 1 finished in 40s: 1 done, about 30s left"), lines.join("\n"));
  t.true(lines.includes("group 2 finished in 31s: 2 done"), lines.join("\n"));
  t.true(
    lines.some((line) => line.endsWith(" in 1m11s (expected 1m20s)")),
    lines.join("\n"),
  );
});

test("the log of a run without history shows no expected time", (t) => {
  t.notRegex(printedRun(run(plain)), /expected|left|history/);
});

test("the live view counts down the expected time, and shows when a run takes longer", (t) => {
  const clock = manualClock(recordedAt);
  const screen = terminal(100);
  const view = liveReporter({
    write: screen.write,
    width: () => 100,
    height: () => 24,
    color: false,
    clock,
  });
  const events = run(expecting(plain));
  const lastLine = (): string => screen.shown().trimEnd().split("\n").at(-1) ?? "";
  const playUntil = (from: number, to: number): void => {
    for (const event of events.filter(({ at }) => at - recordedAt >= from && at - recordedAt < to)) {
      clock.pass(Math.max(event.at - clock.now(), 0));
      view.emit(event);
    }
    clock.pass(recordedAt + to - clock.now());
  };
  playUntil(0, 20_000);
  t.regex(lastLine(), /^(?:19|20)s, about 1m[01]s left, 0 of 3 objects done/);
  playUntil(20_000, 39_999);
  t.regex(lastLine(), /^39s, about 4[01]s left/);
  playUntil(39_999, 60_500);
  t.regex(lastLine(), /^(?:59s|1m0s), about 1[01]s left, 2 of 3 objects done/);
  clock.pass(25_000);
  t.regex(lastLine(), /^1m2\ds, later than expected, 2 of 3 objects done/);
  view.stop();
});

test("the time to apply an object does not count as time until it is ready", (t) => {
  const progress = new RunProgress();
  const target = targetOf(db);
  progress.emit(expecting(plain));
  progress.emit(after(0, { type: "sending", target, operation: apply }));
  t.is(progress.remainingAt(recordedAt + 20_000), 80_000);
  progress.emit(after(20_000, { type: "actuation", target, operation: apply, state: "Succeeded" }));
  t.is(progress.remainingAt(recordedAt + 25_000), 75_000);
});

test("the JSON events have the expected time and critical path", (t) => {
  let text = "";
  const emit = jsonReporter({ write: (more) => (text += more) });
  emit(expecting(plain));
  t.like(JSON.parse(text), {
    expectedMs: 80_000,
    expectedPath: [
      { ref: db, durationMs: 50_000 },
      { ref: web, durationMs: 30_000 },
    ],
    withoutHistory: 1,
  });
  text = "";
  emit(plain);
  t.false("expectedMs" in JSON.parse(text));
});
