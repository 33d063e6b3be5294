import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { CorrectionBackoff } from "./retry-pause.ts";

function backoffFrom(start: number) {
  const clock = manualClock(start);
  const calls: number[] = [];
  const backoff = new CorrectionBackoff(
    { clock: { ...clock, sleep: () => Promise.resolve() }, random: () => 0.5 },
    () => calls.push(clock.now()),
  );
  return { backoff, calls, clock };
}

test("drift can be corrected from the start and after every successful correction", (t) => {
  const { backoff, calls } = backoffFrom(0);
  t.true(backoff.isReady);
  backoff.after(true);
  t.true(backoff.isReady);
  t.deepEqual(calls, []);
});

test("a failed correction delays the next one, which is triggered when the delay is over", (t) => {
  const { backoff, calls, clock } = backoffFrom(1000);
  backoff.after(false);
  t.false(backoff.isReady);
  clock.pass(4999);
  t.false(backoff.isReady);
  clock.pass(1);
  t.true(backoff.isReady);
  t.deepEqual(calls, [6000]);
});

test("each further failure doubles the delay, up to five minutes", (t) => {
  const { backoff, clock } = backoffFrom(0);
  const delays = Array.from({ length: 9 }, () => {
    backoff.after(false);
    const before = clock.now();
    while (!backoff.isReady) {
      clock.pass(1000);
    }
    return (clock.now() - before) / 1000;
  });
  t.deepEqual(delays, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

for (const [title, forget] of [
  ["a successful correction", (backoff: CorrectionBackoff) => backoff.after(true)],
  ["clear()", (backoff: CorrectionBackoff) => backoff.clear()],
] as const) {
  test(`${title} ends the delay, and the next failure counts as the first`, (t) => {
    const { backoff, calls, clock } = backoffFrom(0);
    backoff.after(false);
    backoff.after(false);
    forget(backoff);
    t.true(backoff.isReady);
    t.is(clock.pending(), 0);
    backoff.after(false);
    clock.pass(5000);
    t.true(backoff.isReady);
    t.deepEqual(calls, [5000]);
  });
}
