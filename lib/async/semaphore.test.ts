import test from "ava";

import { Semaphore } from "./semaphore.ts";

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
