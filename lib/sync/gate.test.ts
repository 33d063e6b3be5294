import test from "ava";

import { Gate } from "./gate.ts";

const { signal } = new AbortController();

test("so many go through a gate at a time, the others in their order", async (t) => {
  const gate = new Gate(2);
  const first = await gate.enter(signal);
  const second = await gate.enter(signal);
  const order: string[] = [];
  const waiting = ["third", "fourth"].map(async (name) => {
    const leave = await gate.enter(signal);
    order.push(name);
    leave();
  });
  t.deepEqual(order, []);
  first();
  first();
  await Promise.all(waiting);
  t.deepEqual(order, ["third", "fourth"]);
  second();
  await t.notThrowsAsync(gate.enter(signal));
});

test("who gives up waiting at a gate takes no place", async (t) => {
  const gate = new Gate(1);
  const leave = await gate.enter(signal);
  const life = new AbortController();
  const gaveUp = gate.enter(life.signal);
  const next = gate.enter(signal);
  life.abort(new Error("enough"));
  await t.throwsAsync(gaveUp, { message: "enough" });
  leave();
  (await next)();
  await t.throwsAsync(gate.enter(life.signal), { message: "enough" });
});
