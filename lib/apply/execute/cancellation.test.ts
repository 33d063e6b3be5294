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

/** An ordinary task, and a deletion that is due after it. */
const [ordinary, cleanup] = twoTasks();

function twoTasks(): readonly [Task, Task] {
  const [first, second] = tasks([{}, { more: { onlyAfter: { on: 0, isMet: () => true } } }]);
  if (first === undefined || second === undefined) {
    throw new BugError("two tasks are made of two");
  }
  return [first, second];
}

/** A run that has been stopped for these reasons, one after the other. */
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

test("a run that nobody stops lets every task go on, with its whole timeout", (t) => {
  const { cancellation, reported } = stopped();
  t.false(cancellation.isCancelled);
  t.is(cancellation.reasonFor(ordinary), undefined);
  t.is(cancellation.reasonFor(cleanup), undefined);
  t.is(cancellation.timeFor({ ...ordinary, timeout: 600_000 }), 600_000);
  t.deepEqual(reported, []);
});

/** What a stop means for an ordinary task and for a deletion that is due after it. */
const concerns = test.macro({
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

test(concerns, "after a failure the cleanup still runs", [failure(key)], [failed, undefined]);
test(
  concerns,
  "after the timeout of the run the cleanup still runs",
  [deadlineExceeded()],
  [late, undefined],
);
test(
  concerns,
  "an interrupted run cleans up nothing",
  [interrupted("SIGTERM")],
  ["interrupted", "interrupted"],
);
test(concerns, "a run that has lost its lock cleans up nothing", [lockLost], [taken, taken]);
test(
  concerns,
  "an interruption after a failure ends the cleanup too",
  [failure(key), interrupted("SIGINT")],
  ["interrupted", "interrupted"],
);
test(
  concerns,
  "a timeout after a failure changes nothing",
  [failure(key), deadlineExceeded()],
  [failed, undefined],
);
test(
  concerns,
  "a failure after an interruption does not bring the cleanup back",
  [interrupted("SIGINT"), failure(key)],
  ["interrupted", "interrupted"],
);

const anyReason = fc.constantFrom(failure(key), deadlineExceeded(), interrupted("SIGTERM"), lockLost);

test("however often a run is stopped, it reports the first reason and at most one interruption after it", (t) => {
  const law = fc.property(fc.array(anyReason, { maxLength: 8 }), (reasons) => {
    const { reported } = stopped(...reasons);
    const [first] = reasons;
    const later = first?.isOrderly === true ? reasons.find(({ isOrderly }) => !isOrderly) : undefined;
    const expected = [first, later].flatMap((reason) => (reason === undefined ? [] : [reason.message]));
    return JSON.stringify(reported) === JSON.stringify(expected);
  });
  t.notThrows(() => fc.assert(law));
});

/** What the signals of a run, aborted in that order, stop it for. */
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
test(watches, "a late run can still be interrupted", ["late", "interrupt"], [late, "interrupted"]);
test(watches, "an interrupted run does not time out as well", ["interrupt", "late"], ["interrupted"]);

test("a run whose signal has aborted before it began is stopped at once, for the reason of the signal", (t) => {
  const { cancellation, reported } = stopped();
  const lost = AbortSignal.abort(new LockLostError("shop", undefined));
  cancellation.watch(lost, new AbortController().signal);
  t.deepEqual(reported, [taken]);
  t.is(cancellation.reasonFor(ordinary)?.reconcile, "Failed");
});

test("a run that has ended is not stopped by its signals any more", (t) => {
  const signals = [new AbortController(), new AbortController()] as const;
  const { cancellation, reported } = stopped();
  const release = cancellation.watch(signals[0].signal, signals[1].signal);
  release();
  signals[0].abort();
  signals[1].abort();
  t.false(cancellation.isCancelled);
  t.deepEqual(reported, []);
});

/** Whether a wait that ended with the run counts as ended by it, or as a failure of the object. */
const ends = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, reasons: readonly CancelReason[], expected: boolean) {
    const { cancellation } = stopped(...reasons);
    cancellation.markCancelled(ordinary);
    t.is(cancellation.wasCancelled(ordinary.index), expected);
    t.false(cancellation.wasCancelled(cleanup.index));
  },
});

test(ends, "a wait that ends because another object failed is no failure of its own", [failure(key)], true);
test(ends, "a wait that ends by an interruption is no failure of its own", [interrupted("SIGTERM")], true);
test(ends, "a wait that ends by the timeout of the run has failed itself", [deadlineExceeded()], false);
test(
  ends,
  "a wait that a signal ends after the timeout of the run is no failure of its own",
  [deadlineExceeded(), interrupted("SIGTERM")],
  true,
);
test(ends, "a task that ends in a run that goes on has ended by itself", [], false);

/** How long a deletion that starts after the stop may take. */
const lasts = test.macro({
  title: (_, timeout: number, expected: number) =>
    `a cleanup with ${timeout} ms for itself has ${expected} ms in a stopped run`,
  exec(t, timeout: number, expected: number) {
    t.is(stopped(failure(key)).cancellation.timeFor({ ...cleanup, timeout }), expected);
  },
});

test(lasts, 300_000, 30_000);
test(lasts, 30_000, 30_000);
test(lasts, 5000, 5000);
