import { setImmediate as nextTurn } from "node:timers/promises";

import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { RetryWakeup } from "./retry-wakeup.ts";

/** A rest of so many milliseconds, woken at one moment: when it ends. */
const wakes = test.macro({
  title: (_, rest: number, wakeAt: number, end: number) =>
    `a rest of ${rest} ms that is woken after ${wakeAt} ms ends after ${end} ms`,
  async exec(t, rest: number, wakeAt: number, end: number) {
    const clock = manualClock(0);
    const wakening = new RetryWakeup({ ...clock, sleep: async () => Promise.resolve() });
    const ends: number[] = [];
    void wakening.rest(rest, new AbortController().signal).then(() => ends.push(clock.now()));
    for (let now = 0; now <= rest; now += 100) {
      if (now === wakeAt) {
        wakening.wake();
      }
      await nextTurn();
      clock.pass(100);
    }
    t.deepEqual(ends, [end]);
    t.is(clock.pending(), 0);
  },
});

test(wakes, 300, 0, 300);
test(wakes, 5000, 0, 1000);
test(wakes, 5000, 900, 1000);
test(wakes, 5000, 3000, 3000);
test(wakes, 5000, 9000, 5000);
