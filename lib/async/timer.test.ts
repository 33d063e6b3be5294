import { getEventListeners } from "node:events";

import test from "ava";

import { manualClock, type ManualClock } from "../../fixtures/manual-clock.ts";
import { Timer, pause, backoff, jitter, Wakeup } from "./timer.ts";

test("a delay doubles with each attempt up to the maximum", (t) => {
  const delays = { first: 100, longest: 1000 };
  t.deepEqual(
    [1, 2, 3, 4, 5, 5000].map((attempt) => backoff(attempt, delays)),
    [100, 200, 400, 800, 1000, 1000],
  );
});

test("jitter adds at most its spread to the minimum of a delay", (t) => {
  t.is(
    jitter(100, [0.5, 1], () => 0),
    50,
  );
  t.is(
    jitter(100, [0.5, 1], () => 0.75),
    125,
  );
});

function timerFrom(start: number) {
  const clock = manualClock(start);
  const calls: number[] = [];
  return { clock, calls, timer: new Timer(clock, () => calls.push(clock.now())) };
}

test("a timer that is not set is not due and has no time", (t) => {
  const { timer } = timerFrom(0);
  t.false(timer.isDue);
  t.is(timer.at, undefined);
});

test("a timer becomes due after its time and calls back once", (t) => {
  const { clock, calls, timer } = timerFrom(1000);
  timer.set(500);
  t.is(timer.at, 1500);
  clock.pass(499);
  t.false(timer.isDue);
  clock.pass(1);
  t.true(timer.isDue);
  clock.pass(5000);
  t.deepEqual(calls, [1500]);
});

test("setting a timer again replaces the earlier time, later or sooner", (t) => {
  const { clock, calls, timer } = timerFrom(0);
  timer.set(100);
  timer.set(300);
  clock.pass(200);
  t.false(timer.isDue);
  timer.set(50);
  clock.pass(1000);
  t.deepEqual(calls, [250]);
  t.is(clock.pending(), 0);
});

test("a timer that was due is not due while it is set again", (t) => {
  const { clock, calls, timer } = timerFrom(0);
  timer.set(10);
  clock.pass(10);
  timer.set(10);
  t.false(timer.isDue);
  clock.pass(10);
  t.deepEqual(calls, [10, 20]);
});

test("a cleared timer does not become due, and one that was due no longer is", (t) => {
  const { clock, calls, timer } = timerFrom(0);
  timer.set(10);
  timer.clear();
  clock.pass(10);
  t.deepEqual(calls, []);
  t.is(timer.at, undefined);
  timer.set(10);
  clock.pass(10);
  timer.clear();
  t.false(timer.isDue);
  timer.clear();
  t.is(clock.pending(), 0);
});

interface Paused {
  readonly clock: ManualClock;
  readonly done: Promise<void>;
  readonly isOver: () => boolean;
}

/** A pause that records its end. */
function paused(milliseconds: number, signal: AbortSignal): Paused {
  const clock = manualClock(0);
  let over = false;
  const wait = async (): Promise<void> => {
    await pause(milliseconds, clock, signal);
    over = true;
  };
  return { clock, done: wait(), isOver: () => over };
}

test("a pause ends after its time, not before", async (t) => {
  const { isOver, done, clock } = paused(1000, new AbortController().signal);
  clock.pass(999);
  await Promise.resolve();
  t.false(isOver());
  clock.pass(1);
  await done;
  t.true(isOver());
});

test("a pause ends with the signal, and leaves neither a timer nor a listener", async (t) => {
  const controller = new AbortController();
  const { done, clock } = paused(1000, controller.signal);
  t.is(clock.pending(), 1);
  controller.abort(new Error("enough"));
  await t.notThrowsAsync(done);
  t.is(clock.pending(), 0);
  t.is(getEventListeners(controller.signal, "abort").length, 0);
});

test("a pause that is over leaves no listener", async (t) => {
  const controller = new AbortController();
  const { done, clock } = paused(5, controller.signal);
  clock.pass(5);
  await done;
  t.is(getEventListeners(controller.signal, "abort").length, 0);
});

test("a pause of zero or negative time, or with an aborted signal, does not wait", async (t) => {
  const { signal } = new AbortController();
  for (const [milliseconds, each] of [
    [0, signal],
    [-5, signal],
    [1000, AbortSignal.abort()],
  ] as const) {
    const { done, clock } = paused(milliseconds, each);
    await done;
    t.is(clock.pending(), 0);
  }
});

/** Lets everything that is ready run. */
async function settle(): Promise<void> {
  await new Promise(setImmediate);
}

test("a waiter is woken by a notification, not before", async (t) => {
  const wakeup = new Wakeup();
  let isAwake = false;
  const waiting = (async (): Promise<void> => {
    await wakeup.wait();
    isAwake = true;
  })();
  await settle();
  t.false(isAwake);
  wakeup.notify();
  await waiting;
  t.true(isAwake);
});

test("a notification before the wait is not lost, and several count as one", async (t) => {
  const wakeup = new Wakeup();
  wakeup.notify();
  wakeup.notify();
  await wakeup.wait();
  let isAwake = false;
  const second = (async (): Promise<void> => {
    await wakeup.wait();
    isAwake = true;
  })();
  await settle();
  t.false(isAwake);
  wakeup.notify();
  await second;
  t.true(isAwake);
});

test("a waiter can wait repeatedly", async (t) => {
  const wakeup = new Wakeup();
  for (let round = 0; round < 3; round += 1) {
    const waiting = wakeup.wait();
    wakeup.notify();
    await t.notThrowsAsync(waiting);
  }
});
