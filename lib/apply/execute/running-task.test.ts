import test from "ava";

import { manualClock, type ManualClock } from "../../../fixtures/manual-clock.ts";
import { readiness } from "../../../fixtures/played-run.ts";
import type { ReadinessState } from "../../readiness/readiness.ts";
import { RunningTask } from "./running-task.ts";

interface Started {
  readonly task: RunningTask;
  readonly clock: ManualClock;
  /** Why the task was ended, in order. */
  readonly expired: string[];
}

/** A task that starts at 5 s past the epoch with a timeout of 90 s. */
function started(): Started {
  const clock = manualClock(5000);
  const expired: string[] = [];
  const context = { ...context0, clock: { ...clock, sleep: () => Promise.resolve() } };
  const task = new RunningTask(context, 90_000, (time) => expired.push(time));
  return { task, clock, expired };
}

const context0 = { signal: new AbortController().signal, emit: () => {} };

function seen(state: ReadinessState, message = ""): Parameters<RunningTask["recordObservation"]>[0] {
  return { type: "readiness", readiness: readiness(state, message) };
}

test("a task starts now, and expires once when its timeout is over", (t) => {
  const { task, clock, expired } = started();
  t.is(task.startedAt, 5000);
  clock.pass(89_999);
  t.deepEqual(expired, []);
  clock.pass(1);
  t.deepEqual(expired, ["1m30s"]);
  clock.pass(1_000_000);
  t.deepEqual(expired, ["1m30s"]);
});

test("a task that has ended does not expire", (t) => {
  const { task, clock, expired } = started();
  task.expectProgress(1000, (reason) => expired.push(reason));
  task.end();
  t.is(clock.pending(), 0);
  clock.pass(1_000_000);
  t.deepEqual(expired, []);
});

test("a write that is in flight when its task ends is aborted", (t) => {
  const { task } = started();
  t.false(task.signal.aborted);
  task.end();
  t.true(task.signal.aborted);
  t.like(task.signal.reason, { message: "its time is over" });
});

test("a write that is done when its task ends is not aborted", (t) => {
  const { task } = started();
  task.written = { change: "created" };
  task.end();
  t.false(task.signal.aborted);
});

test("following stops when the task ends", (t) => {
  const { task } = started();
  let stops = 0;
  task.setStopFollowing(() => {
    stops += 1;
  });
  t.is(stops, 0);
  task.end();
  t.is(stops, 1);
});

test("following that begins after the task has ended stops at once", (t) => {
  const { task } = started();
  let stops = 0;
  task.end();
  task.setStopFollowing(() => {
    stops += 1;
  });
  t.is(stops, 1);
});

test("a write in flight when the run is stopped has five seconds left, whatever its timeout", (t) => {
  const { task, clock, expired } = started();
  clock.pass(89_000);
  task.endAfterGrace(() => expired.push("stopped"));
  clock.pass(4999);
  t.deepEqual(expired, []);
  clock.pass(1);
  t.deepEqual(expired, ["stopped"]);
  t.is(clock.pending(), 0);
});

test("an object without any change for its limit expires, from the first moment on", (t) => {
  const { task, clock, expired } = started();
  task.expectProgress(10_000, (reason) => expired.push(reason));
  clock.pass(9999);
  t.deepEqual(expired, []);
  clock.pass(1);
  t.deepEqual(expired, ["nothing about it has changed for 10s"]);
});

test("an object without a limit for its activity has only its timeout", (t) => {
  const { task, clock } = started();
  task.expectProgress(undefined, () => t.fail());
  t.is(clock.pending(), 1);
  clock.pass(60_000);
  t.is(clock.pending(), 1);
});

/** Whether an observation after 9 of 10 quiet seconds gives the object another 10. */
const counts = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, observation: Parameters<RunningTask["recordObservation"]>[0], isActivity: boolean) {
    const { task, clock, expired } = started();
    task.expectProgress(10_000, (reason) => expired.push(reason));
    task.recordObservation(seen("InProgress", "1 of 2"));
    clock.pass(9000);
    task.recordObservation(observation);
    clock.pass(1000);
    t.is(expired.length, isActivity ? 0 : 1);
    clock.pass(9000);
    t.is(expired.length, 1);
  },
});

test(counts, "another message is activity", seen("InProgress", "2 of 2"), true);
test(counts, "another state is activity", seen("Terminating", "1 of 2"), true);
test(
  counts,
  "a change of the object without another message is activity",
  seen("InProgress", "1 of 2"),
  true,
);
test(
  counts,
  "the same verdict by the mere passage of time is no activity",
  { ...seen("InProgress", "1 of 2"), byTime: true },
  false,
);
test(
  counts,
  "another verdict by the passage of time is activity",
  { ...seen("InProgress", "1 of 2 for 10 seconds"), byTime: true },
  true,
);

test("a readiness is new if its state or its message is, whatever its reason", (t) => {
  const { task } = started();
  const verdicts = [
    seen("InProgress", "1 of 2"),
    seen("InProgress", "1 of 2"),
    seen("InProgress", "2 of 2"),
    seen("Current", "2 of 2"),
    { type: "readiness", readiness: { ...readiness("Current", "2 of 2"), reason: "Other" } },
    seen("InProgress", "1 of 2"),
  ] as const;
  t.deepEqual(
    verdicts.map((verdict) => task.recordObservation(verdict)),
    [true, false, true, true, false, true],
  );
});

test("the reason of an end is followed by the last message about the object", (t) => {
  const { task } = started();
  t.is(task.withLastMessage("interrupted"), "interrupted");
  t.false(task.isRetrying);
  task.recordRetry("429 too many requests");
  t.true(task.isRetrying);
  t.is(task.withLastMessage("interrupted"), "interrupted: 429 too many requests");
  task.recordObservation(seen("InProgress", "1 of 2 replicas"));
  t.is(task.withLastMessage("interrupted"), "interrupted: 1 of 2 replicas");
});

test("an object whose readiness has no message adds nothing to the reason of its end", (t) => {
  const { task } = started();
  task.recordObservation(seen("Unknown"));
  t.is(task.withLastMessage("interrupted"), "interrupted");
});
