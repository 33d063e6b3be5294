import test from "ava";

import { RequestLimiter } from "./request-limiter.ts";

const { signal } = new AbortController();

test("requests above the limit wait in order", async (t) => {
  const limiter = new RequestLimiter(2);
  t.is(limiter.enter(signal), undefined);
  t.is(limiter.enter(signal), undefined);
  const order: string[] = [];
  const waiting = ["third", "fourth"].map(async (name) => {
    await limiter.enter(signal);
    order.push(name);
    limiter.leave(false);
  });
  t.deepEqual(order, []);
  limiter.leave(false);
  await Promise.all(waiting);
  t.deepEqual(order, ["third", "fourth"]);
});

test("an aborted waiting request takes no slot", async (t) => {
  const limiter = new RequestLimiter(1);
  t.is(limiter.enter(signal), undefined);
  const life = new AbortController();
  const gaveUp = limiter.enter(life.signal);
  const next = limiter.enter(signal);
  life.abort(new Error("enough"));
  await t.throwsAsync(async () => gaveUp, { message: "enough" });
  limiter.leave(false);
  await next;
  limiter.leave(false);
  t.is(limiter.enter(signal), undefined);
});

test("a burst of 429 responses halves the limit once, and other responses raise it again", (t) => {
  const limiter = new RequestLimiter(8);
  for (let index = 0; index < 8; index += 1) {
    void limiter.enter(signal);
  }
  for (let index = 0; index < 8; index += 1) {
    limiter.leave(true);
  }
  t.is(limiter.bound, 4);
  for (let index = 0; index < 4 + 5 + 6 + 7; index += 1) {
    limiter.leave(false);
  }
  t.is(limiter.bound, 8);
});

test("a server that refuses everything gets one request at a time", (t) => {
  const limiter = new RequestLimiter(64);
  for (let index = 0; index < 400; index += 1) {
    void limiter.enter(signal, true);
    limiter.leave(true);
  }
  t.is(limiter.bound, 1);
});

test("occasional 429 responses do not lower the limit", (t) => {
  const limiter = new RequestLimiter(32);
  for (let index = 0; index < 1000; index += 1) {
    void limiter.enter(signal);
    limiter.leave(index % 10 === 0);
  }
  t.is(limiter.bound, 32);
});

test("an urgent request does not wait for the limit", async (t) => {
  const inFlight = new RequestLimiter(1);
  t.is(inFlight.enter(signal), undefined);
  const waiting = inFlight.enter(signal);
  t.is(inFlight.enter(signal, true), undefined);
  inFlight.leave(false);
  inFlight.leave(false);
  await t.notThrowsAsync(async () => waiting);
});
