import test from "ava";

import { Wakeup } from "./wakeup.ts";

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

test("a waiter may wait again and again", async (t) => {
  const wakeup = new Wakeup();
  for (let round = 0; round < 3; round += 1) {
    const waiting = wakeup.wait();
    wakeup.notify();
    await t.notThrowsAsync(waiting);
  }
});
