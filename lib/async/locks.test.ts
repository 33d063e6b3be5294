import test from "ava";

import { Semaphore, KeyedMutex } from "./locks.ts";

const { signal } = new AbortController();

test("a semaphore admits a limited number at a time, and the others in order of arrival", async (t) => {
  const semaphore = new Semaphore(2);
  const first = await semaphore.acquire(signal);
  const second = await semaphore.acquire(signal);
  const order: string[] = [];
  const waiting = ["third", "fourth"].map(async (name) => {
    const release = await semaphore.acquire(signal);
    order.push(name);
    release();
  });
  t.deepEqual(order, []);
  first();
  first();
  await Promise.all(waiting);
  t.deepEqual(order, ["third", "fourth"]);
  second();
  await t.notThrowsAsync(semaphore.acquire(signal));
});

test("a waiter that gives up does not take a place of the semaphore", async (t) => {
  const semaphore = new Semaphore(1);
  const release = await semaphore.acquire(signal);
  const controller = new AbortController();
  const gaveUp = semaphore.acquire(controller.signal);
  const next = semaphore.acquire(signal);
  controller.abort(new Error("enough"));
  await t.throwsAsync(gaveUp, { message: "enough" });
  release();
  (await next)();
  await t.throwsAsync(semaphore.acquire(controller.signal), { message: "enough" });
});

test("a keyed mutex runs work of one key in order, and other keys do not wait", async (t) => {
  const mutex = new KeyedMutex();
  const calls: string[] = [];
  const { promise: go, resolve } = Promise.withResolvers<void>();
  const first = mutex.take("a", signal, async () => {
    await go;
    calls.push("first");
  });
  const second = mutex.take("a", signal, async () => calls.push("second"));
  await mutex.take("b", signal, async () => calls.push("other"));
  resolve();
  await Promise.all([first, second]);
  t.deepEqual(calls, ["other", "first", "second"]);
});

test("after a failure or an aborted wait the next one runs, but not before the mutex is free", async (t) => {
  const mutex = new KeyedMutex();
  const stop = new AbortController();
  const reason = new Error("enough");
  const { promise: go, reject } = Promise.withResolvers<void>();
  let isFree = false;
  const failing = mutex.take("a", signal, async () => {
    try {
      await go;
    } finally {
      isFree = true;
    }
  });
  const waiting = mutex.take("a", stop.signal, async () => t.fail());
  stop.abort(reason);
  t.is(await t.throwsAsync(waiting), reason);
  const next = mutex.take("a", signal, async () => isFree);
  const fault = new Error("broken");
  reject(fault);
  t.is(await t.throwsAsync(failing), fault);
  t.true(await next);
});
