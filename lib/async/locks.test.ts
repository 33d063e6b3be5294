import test from "ava";

import { Semaphore, KeyedMutex } from "./locks.ts";

const { signal } = new AbortController();

test("so many go through a gate at a time, the others in their order", async (t) => {
  const gate = new Semaphore(2);
  const first = await gate.acquire(signal);
  const second = await gate.acquire(signal);
  const order: string[] = [];
  const waiting = ["third", "fourth"].map(async (name) => {
    const leave = await gate.acquire(signal);
    order.push(name);
    leave();
  });
  t.deepEqual(order, []);
  first();
  first();
  await Promise.all(waiting);
  t.deepEqual(order, ["third", "fourth"]);
  second();
  await t.notThrowsAsync(gate.acquire(signal));
});

test("who gives up waiting at a gate takes no place", async (t) => {
  const gate = new Semaphore(1);
  const leave = await gate.acquire(signal);
  const life = new AbortController();
  const gaveUp = gate.acquire(life.signal);
  const next = gate.acquire(signal);
  life.abort(new Error("enough"));
  await t.throwsAsync(gaveUp, { message: "enough" });
  leave();
  (await next)();
  await t.throwsAsync(gate.acquire(life.signal), { message: "enough" });
});

test("who comes first works first, and who works on something else does not wait", async (t) => {
  const turns = new KeyedMutex();
  const calls: string[] = [];
  const { promise: go, resolve } = Promise.withResolvers<void>();
  const first = turns.take("a", signal, async () => {
    await go;
    calls.push("first");
  });
  const second = turns.take("a", signal, async () => calls.push("second"));
  await turns.take("b", signal, async () => calls.push("other"));
  resolve();
  await Promise.all([first, second]);
  t.deepEqual(calls, ["other", "first", "second"]);
});

test("one who fails, or gives up waiting, lets the next one in, but not before it is free", async (t) => {
  const turns = new KeyedMutex();
  const stop = new AbortController();
  const reason = new Error("enough");
  const { promise: go, reject } = Promise.withResolvers<void>();
  let isFree = false;
  const failing = turns.take("a", signal, async () => {
    try {
      await go;
    } finally {
      isFree = true;
    }
  });
  const waiting = turns.take("a", stop.signal, async () => t.fail());
  stop.abort(reason);
  t.is(await t.throwsAsync(waiting), reason);
  const next = turns.take("a", signal, async () => isFree);
  const fault = new Error("broken");
  reject(fault);
  t.is(await t.throwsAsync(failing), fault);
  t.true(await next);
});
