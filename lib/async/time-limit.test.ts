import test from "ava";

import { withinTime } from "./time-limit.ts";
import { untilAbort } from "./abort.ts";

/** A clock whose only timer fires when asked to. */
function clockOf(): {
  readonly after: (time: number, fire: () => void) => () => void;
  readonly fire: () => void;
} {
  const timers = new Set<() => void>();
  return {
    after: (_, fire) => {
      timers.add(fire);
      return () => timers.delete(fire);
    },
    fire: () => {
      for (const fire of timers) {
        fire();
      }
    },
  };
}

const reason = (): Error => new Error("too late");

test("work that exceeds its time limit fails with the given reason", async (t) => {
  const clock = clockOf();
  const working = withinTime({ clock, time: 10, reason }, async (signal) =>
    untilAbort(new Promise(() => {}), signal),
  );
  clock.fire();
  await t.throwsAsync(working, { message: "too late" });
});

test("work that lifts its time limit still ends with the signal", async (t) => {
  const clock = clockOf();
  const controller = new AbortController();
  const working = withinTime({ clock, time: 10, reason, signal: controller.signal }, async (signal, lift) => {
    lift();
    return untilAbort(new Promise(() => {}), signal);
  });
  clock.fire();
  controller.abort(new Error("interrupted"));
  await t.throwsAsync(working, { message: "interrupted" });
});
