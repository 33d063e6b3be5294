import test from "ava";

import { RequestLimiter } from "./request-limiter.ts";

const { signal } = new AbortController();

test("requests above the bound wait in their order", async (t) => {
  const gate = new RequestLimiter(2);
  t.is(gate.enter(signal), undefined);
  t.is(gate.enter(signal), undefined);
  const order: string[] = [];
  const waiting = ["third", "fourth"].map(async (name) => {
    await gate.enter(signal);
    order.push(name);
    gate.leave(false);
  });
  t.deepEqual(order, []);
  gate.leave(false);
  await Promise.all(waiting);
  t.deepEqual(order, ["third", "fourth"]);
});

test("who gives up waiting takes no place", async (t) => {
  const gate = new RequestLimiter(1);
  t.is(gate.enter(signal), undefined);
  const life = new AbortController();
  const gaveUp = gate.enter(life.signal);
  const next = gate.enter(signal);
  life.abort(new Error("enough"));
  await t.throwsAsync(async () => gaveUp, { message: "enough" });
  gate.leave(false);
  await next;
  gate.leave(false);
  t.is(gate.enter(signal), undefined);
});

test("a burst of 429 halves the bound once, and answers let it grow again", (t) => {
  const gate = new RequestLimiter(8);
  for (let index = 0; index < 8; index += 1) {
    void gate.enter(signal);
  }
  for (let index = 0; index < 8; index += 1) {
    gate.leave(true);
  }
  t.is(gate.bound, 4);
  for (let index = 0; index < 4 + 5 + 6 + 7; index += 1) {
    gate.leave(false);
  }
  t.is(gate.bound, 8);
});

test("a server that refuses everything gets one request at a time", (t) => {
  const gate = new RequestLimiter(64);
  for (let index = 0; index < 400; index += 1) {
    void gate.enter(signal, true);
    gate.leave(true);
  }
  t.is(gate.bound, 1);
});

test("a 429 among many answers does not lower the bound", (t) => {
  const gate = new RequestLimiter(32);
  for (let index = 0; index < 1000; index += 1) {
    void gate.enter(signal);
    gate.leave(index % 10 === 0);
  }
  t.is(gate.bound, 32);
});

test("what keeps a hold alive does not wait behind what fills the bound", async (t) => {
  const inFlight = new RequestLimiter(1);
  t.is(inFlight.enter(signal), undefined);
  const waiting = inFlight.enter(signal);
  t.is(inFlight.enter(signal, true), undefined);
  inFlight.leave(false);
  inFlight.leave(false);
  await t.notThrowsAsync(async () => waiting);
});
