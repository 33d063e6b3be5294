import test from "ava";

import { manualClock, type ManualClock } from "../../../fixtures/manual-clock.ts";
import { readiness } from "../../../fixtures/controlled-run.ts";
import { type ReadinessState, readinessStates } from "../../readiness/readiness.ts";
import { RunningTask, completionOf, isRemoval } from "./running-task.ts";
import { tasks } from "../../../fixtures/task.ts";
import { operations, type Operation } from "../model/event.ts";
import type { Observation } from "../model/task.ts";

interface Started {
  readonly task: RunningTask;
  readonly clock: ManualClock;
  /** The reasons for which the task expired, in order. */
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

test("a task starts at the current time, and expires once after its timeout", (t) => {
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

test("a write in flight is aborted when its task ends", (t) => {
  const { task } = started();
  t.false(task.signal.aborted);
  task.end();
  t.true(task.signal.aborted);
  t.like(task.signal.reason, { message: "it timed out" });
});

test("a write that has ended is not aborted when its task ends", (t) => {
  const { task } = started();
  task.effectResult = { change: "created" };
  task.end();
  t.false(task.signal.aborted);
});

test("an object is no longer followed after its task ends", (t) => {
  const { task } = started();
  let stops = 0;
  task.setStopFollowing(() => {
    stops += 1;
  });
  t.is(stops, 0);
  task.end();
  t.is(stops, 1);
});

test("following an object after its task has ended stops immediately", (t) => {
  const { task } = started();
  let stops = 0;
  task.end();
  task.setStopFollowing(() => {
    stops += 1;
  });
  t.is(stops, 1);
});

test("a write in flight when the run is stopped has five seconds left, independent of its timeout", (t) => {
  const { task, clock, expired } = started();
  clock.pass(89_000);
  task.endAfterGrace(() => expired.push("stopped"));
  clock.pass(4999);
  t.deepEqual(expired, []);
  clock.pass(1);
  t.deepEqual(expired, ["stopped"]);
  t.is(clock.pending(), 0);
});

test("an object without a change from the start expires after its no-activity-timeout", (t) => {
  const { task, clock, expired } = started();
  task.expectProgress(10_000, (reason) => expired.push(reason));
  clock.pass(9999);
  t.deepEqual(expired, []);
  clock.pass(1);
  t.deepEqual(expired, ["it has not changed for 10s"]);
});

test("an object without a no-activity-timeout has only its timeout", (t) => {
  const { task, clock } = started();
  task.expectProgress(undefined, () => t.fail());
  t.is(clock.pending(), 1);
  clock.pass(60_000);
  t.is(clock.pending(), 1);
});

/** Whether an observation after 9 of 10 seconds without activity gives the object another 10. */
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

test(counts, "a readiness with another message counts as activity", seen("InProgress", "2 of 2"), true);
test(counts, "a readiness with another state counts as activity", seen("Terminating", "1 of 2"), true);
test(
  counts,
  "a change of the object with the same readiness counts as activity",
  seen("InProgress", "1 of 2"),
  true,
);
test(
  counts,
  "the same readiness without a change of the object does not count as activity",
  { ...seen("InProgress", "1 of 2"), byTime: true },
  false,
);
test(
  counts,
  "another readiness without a change of the object counts as activity",
  { ...seen("InProgress", "1 of 2 for 10 seconds"), byTime: true },
  true,
);

test("a readiness is new if its state or message is new, but not if only its reason is", (t) => {
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

test("the reason for the end of a task is followed by the last message about its object", (t) => {
  const { task } = started();
  t.is(task.withLastMessage("interrupted"), "interrupted");
  t.false(task.isRetrying);
  task.recordRetry("429 too many requests");
  t.true(task.isRetrying);
  t.is(task.withLastMessage("interrupted"), "interrupted: 429 too many requests");
  task.recordObservation(seen("InProgress", "1 of 2 replicas"));
  t.is(task.withLastMessage("interrupted"), "interrupted: 1 of 2 replicas");
});

test("a readiness without a message adds nothing to the reason for the end of a task", (t) => {
  const { task } = started();
  task.recordObservation(seen("Unknown"));
  t.is(task.withLastMessage("interrupted"), "interrupted");
});

function completed(operation: Operation, observation: Observation): string {
  const [task] = tasks([{ operation }]);
  const completion = task && completionOf(task, observation);
  if (completion === undefined) {
    return "continues";
  }
  const { reconcile, message } = completion;
  return message === undefined ? reconcile : `${reconcile}: ${message}`;
}

test("pruning and deleting remove an object, applying and waiting do not", (t) => {
  t.deepEqual(
    operations.filter((operation) => isRemoval({ operation })),
    ["prune", "delete"],
  );
});

/** The end of a task whose object has this readiness. */
const ends = test.macro({
  title: (_, operation: Operation, state: ReadinessState, expected: string) =>
    `the result of ${operation} for an object that is ${state} is "${expected}"`,
  exec(t, operation: Operation, state: ReadinessState, expected: string) {
    t.is(
      completed(operation, { type: "readiness", readiness: readiness(state, "1 of 2 replicas") }),
      expected,
    );
  },
});

test(ends, "apply", "Current", "Succeeded: 1 of 2 replicas");
test(ends, "apply", "Failed", "Failed: Reason: 1 of 2 replicas");
test(ends, "apply", "InProgress", "continues");
test(ends, "apply", "Terminating", "continues");
test(ends, "apply", "NotFound", "continues");
test(ends, "apply", "Unknown", "continues");
test(ends, "wait", "Current", "Succeeded: 1 of 2 replicas");
test(ends, "wait", "Failed", "Failed: Reason: 1 of 2 replicas");
test(ends, "wait", "NotFound", "continues");

test("a removal does not end by the readiness of the object that is removed", (t) => {
  const ended = readinessStates.flatMap((state) =>
    (["prune", "delete"] as const).map((operation) =>
      completed(operation, { type: "readiness", readiness: readiness(state) }),
    ),
  );
  t.deepEqual(new Set(ended), new Set(["continues"]));
});

test("a removal ends when the object is gone or cannot be removed", (t) => {
  t.is(completed("delete", { type: "done" }), "Succeeded");
  t.is(completed("prune", { type: "done", message: "gone" }), "Succeeded: gone");
  t.is(
    completed("delete", { type: "failed", message: "a finalizer remains" }),
    "Failed: a finalizer remains",
  );
});

test("the observations done and failed end tasks of every operation", (t) => {
  const done = operations.map((operation) => completed(operation, { type: "done", message: "complete" }));
  t.deepEqual(new Set(done), new Set(["Succeeded: complete"]));
  const failed = operations.map((operation) => completed(operation, { type: "failed", message: "evicted" }));
  t.deepEqual(new Set(failed), new Set(["Failed: evicted"]));
});
