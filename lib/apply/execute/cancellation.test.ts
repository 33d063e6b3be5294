import test from "ava";
import * as fc from "fast-check";

import { tasks } from "../../../fixtures/task.ts";
import { BugError } from "../../object/bug-error.ts";
import type { Task } from "../model/task.ts";
import { LockLostError } from "../store/lock.ts";
import { Cancellation, deadlineExceeded, failure, interrupted } from "./cancellation.ts";
import type { CancelReason } from "./executor-options.ts";

const key = "/namespaces/test/ConfigMap/0";
const lockLost = interrupted(new LockLostError("shop", undefined));
const taken = "another run has taken the lock of release shop";

/** An ordinary task, and a deletion that runs after it. */
const [ordinary, cleanup] = twoTasks();

function twoTasks(): readonly [Task, Task] {
  const [first, second] = tasks([{}, { more: { onlyAfter: { on: 0, isMet: () => true } } }]);
  if (first === undefined || second === undefined) {
    throw new BugError("two tasks are made of two");
  }
  return [first, second];
}

/** A run that is stopped for these reasons in order. */
function stopped(...reasons: readonly CancelReason[]): {
  readonly cancellation: Cancellation;
  readonly reported: readonly string[];
} {
  const reported: string[] = [];
  const cancellation = new Cancellation(({ message }) => {
    reported.push(message);
  });
  for (const reason of reasons) {
    cancellation.cancel(reason);
  }
  return { cancellation, reported };
}

test("a run that is not stopped gives every task its whole timeout", (t) => {
  const { cancellation, reported } = stopped();
  t.false(cancellation.isCancelled);
  t.is(cancellation.reasonFor(ordinary), undefined);
  t.is(cancellation.reasonFor(cleanup), undefined);
  t.is(cancellation.timeFor({ ...ordinary, timeout: 600_000 }), 600_000);
  t.deepEqual(reported, []);
});

/** The reason for which a stopped run ends an ordinary task and a deletion that runs after it. */
const affects = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, reasons: readonly CancelReason[], expected: readonly (string | undefined)[]) {
    const { cancellation } = stopped(...reasons);
    t.true(cancellation.isCancelled);
    t.deepEqual(
      [ordinary, cleanup].map((task) => cancellation.reasonFor(task)?.message),
      [...expected],
    );
  },
});

const failed = `stopped: ${key} failed`;
const late = "the run timed out";

test(affects, "after a failure the cleanup still runs", [failure(key)], [failed, undefined]);
test(affects, "after the timeout of the run the cleanup still runs", [deadlineExceeded()], [late, undefined]);
test(
  affects,
  "an interrupted run skips the cleanup",
  [interrupted("SIGTERM")],
  ["interrupted", "interrupted"],
);
test(affects, "a run that has lost its lock skips the cleanup", [lockLost], [taken, taken]);
test(
  affects,
  "an interruption after a failure ends the cleanup too",
  [failure(key), interrupted("SIGINT")],
  ["interrupted", "interrupted"],
);
test(
  affects,
  "a timeout after a failure does not change the reason or end the cleanup",
  [failure(key), deadlineExceeded()],
  [failed, undefined],
);
test(
  affects,
  "a failure after an interruption does not run the cleanup",
  [interrupted("SIGINT"), failure(key)],
  ["interrupted", "interrupted"],
);

const anyReason = fc.constantFrom(failure(key), deadlineExceeded(), interrupted("SIGTERM"), lockLost);

test("a run that is stopped several times reports the first reason and at most one later interruption", (t) => {
  const law = fc.property(fc.array(anyReason, { maxLength: 8 }), (reasons) => {
    const { reported } = stopped(...reasons);
    const [first] = reasons;
    const later = first?.isOrderly === true ? reasons.find(({ isOrderly }) => !isOrderly) : undefined;
    const expected = [first, later].flatMap((reason) => (reason === undefined ? [] : [reason.message]));
    return JSON.stringify(reported) === JSON.stringify(expected);
  });
  t.notThrows(() => fc.assert(law));
});

/** The reasons for which the signals of a run stop it, aborted in this order. */
const watches = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, aborted: readonly ("interrupt" | "late")[], expected: readonly string[]) {
    const signals = { interrupt: new AbortController(), late: new AbortController() };
    const { cancellation, reported } = stopped();
    cancellation.watch(signals.interrupt.signal, signals.late.signal);
    for (const name of aborted) {
      signals[name].abort();
    }
    t.deepEqual(reported, [...expected]);
  },
});

test(watches, "the signal of the run interrupts it", ["interrupt"], ["interrupted"]);
test(watches, "the deadline of the run stops it", ["late"], [late]);
test(
  watches,
  "a run that has timed out can still be interrupted",
  ["late", "interrupt"],
  [late, "interrupted"],
);
test(watches, "an interrupted run does not time out", ["interrupt", "late"], ["interrupted"]);

test("a run whose signal is already aborted at its start is stopped immediately with the signal's reason", (t) => {
  const { cancellation, reported } = stopped();
  const lost = AbortSignal.abort(new LockLostError("shop", undefined));
  cancellation.watch(lost, new AbortController().signal);
  t.deepEqual(reported, [taken]);
  t.is(cancellation.reasonFor(ordinary)?.reconcile, "Failed");
});

test("a run that has ended is no longer stopped by its signals", (t) => {
  const signals = [new AbortController(), new AbortController()] as const;
  const { cancellation, reported } = stopped();
  const release = cancellation.watch(signals[0].signal, signals[1].signal);
  release();
  signals[0].abort();
  signals[1].abort();
  t.false(cancellation.isCancelled);
  t.deepEqual(reported, []);
});

/** Whether a wait that ended with the run counts as cancelled, or as a failure of the object. */
const ends = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, reasons: readonly CancelReason[], expected: boolean) {
    const { cancellation } = stopped(...reasons);
    cancellation.markCancelled(ordinary);
    t.is(cancellation.wasCancelled(ordinary.index), expected);
    t.false(cancellation.wasCancelled(cleanup.index));
  },
});

test(
  ends,
  "a wait that ends because of the failure of another object counts as cancelled",
  [failure(key)],
  true,
);
test(ends, "a wait that is interrupted counts as cancelled", [interrupted("SIGTERM")], true);
test(
  ends,
  "a wait that ends with the timeout of the run does not count as cancelled",
  [deadlineExceeded()],
  false,
);
test(
  ends,
  "a wait that is interrupted after the timeout of the run counts as cancelled",
  [deadlineExceeded(), interrupted("SIGTERM")],
  true,
);
test(ends, "a task that ends in a run that is not stopped does not count as cancelled", [], false);

/** The timeout of a deletion that starts after the run was stopped. */
const lasts = test.macro({
  title: (_, timeout: number, expected: number) =>
    `a cleanup with a timeout of ${timeout} ms has ${expected} ms in a stopped run`,
  exec(t, timeout: number, expected: number) {
    t.is(stopped(failure(key)).cancellation.timeFor({ ...cleanup, timeout }), expected);
  },
});

test(lasts, 300_000, 30_000);
test(lasts, 30_000, 30_000);
test(lasts, 5000, 5000);
