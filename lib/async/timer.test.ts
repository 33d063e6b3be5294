import test from "ava";

import { manualClock } from "../../fixtures/manual-clock.ts";
import { Timer } from "./timer.ts";

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
