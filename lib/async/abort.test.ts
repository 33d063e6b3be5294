import { getEventListeners } from "node:events";

import test from "ava";

import { onAbort, untilAbort } from "./abort.ts";

test("thousands who share a signal share one listener, and leave none", (t) => {
  const life = new AbortController();
  let received = 0;
  const callOffs = Array.from({ length: 5000 }, () =>
    onAbort(life.signal, () => {
      received += 1;
    }),
  );
  t.is(getEventListeners(life.signal, "abort").length, 1);
  for (const callOff of callOffs.slice(1)) {
    callOff();
  }
  life.abort();
  t.is(received, 1);
  callOffs[0]?.();
  t.is(getEventListeners(life.signal, "abort").length, 0);
});

test("a signal can be waited for again after nobody did", (t) => {
  const life = new AbortController();
  onAbort(life.signal, () => t.fail())();
  t.is(getEventListeners(life.signal, "abort").length, 0);
  t.plan(1 + 1);
  onAbort(life.signal, () => t.pass());
  life.abort();
});

test("what takes too long ends with the signal's reason", async (t) => {
  const life = new AbortController();
  const ended = untilAbort(new Promise(() => {}), life.signal);
  life.abort(new Error("enough"));
  await t.throwsAsync(ended, { message: "enough" });
  t.is(await untilAbort(Promise.resolve(1), new AbortController().signal), 1);
});

test("a promise that nobody waits for any more, since the signal had aborted before, may reject", async (t) => {
  const given = Promise.withResolvers<never>();
  await t.throwsAsync(untilAbort(given.promise, AbortSignal.abort(new Error("over"))), { message: "over" });
  // An unhandled rejection would end the process, and so fails this file.
  given.reject(new Error("late"));
  await new Promise(setImmediate);
});
