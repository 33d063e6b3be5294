import { getEventListeners } from "node:events";

import test from "ava";

import { type ManualClock, manualClock } from "../../fixtures/manual-clock.ts";
import { pause } from "./sleep.ts";

interface Paused {
  readonly clock: ManualClock;
  readonly done: Promise<void>;
  readonly isOver: () => boolean;
}

/** A pause whose end is noted. */
function paused(milliseconds: number, signal: AbortSignal): Paused {
  const clock = manualClock(0);
  let over = false;
  const wait = async (): Promise<void> => {
    await pause(milliseconds, clock, signal);
    over = true;
  };
  return { clock, done: wait(), isOver: () => over };
}

test("a pause ends when its time is over, not before", async (t) => {
  const { isOver, done, clock } = paused(1000, new AbortController().signal);
  clock.pass(999);
  await Promise.resolve();
  t.false(isOver());
  clock.pass(1);
  await done;
  t.true(isOver());
});

test("a pause ends with the signal, and leaves neither a timer nor a listener", async (t) => {
  const life = new AbortController();
  const { done, clock } = paused(1000, life.signal);
  t.is(clock.pending(), 1);
  life.abort(new Error("enough"));
  await t.notThrowsAsync(done);
  t.is(clock.pending(), 0);
  t.is(getEventListeners(life.signal, "abort").length, 0);
});

test("a pause that is over leaves no listener", async (t) => {
  const life = new AbortController();
  const { done, clock } = paused(5, life.signal);
  clock.pass(5);
  await done;
  t.is(getEventListeners(life.signal, "abort").length, 0);
});

test("a pause of no time, or after the signal, does not wait", async (t) => {
  const { signal } = new AbortController();
  for (const [milliseconds, life] of [
    [0, signal],
    [-5, signal],
    [1000, AbortSignal.abort()],
  ] as const) {
    const { done, clock } = paused(milliseconds, life);
    await done;
    t.is(clock.pending(), 0);
  }
});
