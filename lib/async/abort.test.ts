import { getEventListeners } from "node:events";

import test from "ava";

import { onAbort, untilAbort } from "./abort.ts";

test("thousands of callbacks on one signal share one listener, which is removed in the end", (t) => {
  const controller = new AbortController();
  let received = 0;
  const unsubscribes = Array.from({ length: 5000 }, () =>
    onAbort(controller.signal, () => {
      received += 1;
    }),
  );
  t.is(getEventListeners(controller.signal, "abort").length, 1);
  for (const unsubscribe of unsubscribes.slice(1)) {
    unsubscribe();
  }
  controller.abort();
  t.is(received, 1);
  unsubscribes[0]?.();
  t.is(getEventListeners(controller.signal, "abort").length, 0);
});

test("a callback can be added to a signal whose callbacks were all removed", (t) => {
  const controller = new AbortController();
  onAbort(controller.signal, () => t.fail())();
  t.is(getEventListeners(controller.signal, "abort").length, 0);
  t.plan(1 + 1);
  onAbort(controller.signal, () => t.pass());
  controller.abort();
});

test("untilAbort() rejects with the reason of the signal", async (t) => {
  const controller = new AbortController();
  const ended = untilAbort(new Promise(() => {}), controller.signal);
  controller.abort(new Error("enough"));
  await t.throwsAsync(ended, { message: "enough" });
  t.is(await untilAbort(Promise.resolve(1), new AbortController().signal), 1);
});

test("a rejection after the signal aborted is not an unhandled rejection", async (t) => {
  const given = Promise.withResolvers<never>();
  await t.throwsAsync(untilAbort(given.promise, AbortSignal.abort(new Error("over"))), { message: "over" });
  // An unhandled rejection would end the process and fail this file.
  given.reject(new Error("late"));
  await new Promise(setImmediate);
});
