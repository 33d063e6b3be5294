import test from "ava";

import { manualClock, type ManualClock } from "../../../fixtures/manual-clock.ts";
import { WriteQueue } from "./write-queue.ts";

interface Queued {
  readonly queue: WriteQueue;
  readonly clock: ManualClock;
  /** The writes that have started, in order. */
  readonly started: readonly number[];
  /** Ends a write. */
  readonly end: (write: number) => Promise<void>;
  /** A write rests for a second. */
  readonly rest: () => void;
}

/** A queue with so many writes, each of which goes on until the test ends it. */
function queued(concurrency: number, writes: number): Queued {
  const clock = manualClock(0);
  const queue = new WriteQueue(concurrency, clock);
  const started: number[] = [];
  const ends = Array.from({ length: writes }, () => Promise.withResolvers<void>());
  for (const [write, { promise }] of ends.entries()) {
    queue.add({ operation: "apply" }, () => {
      started.push(write);
      return promise;
    });
  }
  const end = async (write: number): Promise<void> => {
    ends[write]?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const acting = { signal: new AbortController().signal, retry: () => {}, waits: () => {}, notice: () => {} };
  const rest = (): void => queue.lending({ operation: "apply" }, acting).retry("429", 1000);
  return { queue, clock, started, end, rest };
}

test("a write that rests lends its slot until its next attempt", async (t) => {
  const { queue, clock, started, end, rest } = queued(2, 6);
  await end(0);
  queue.recordSuccess();
  t.deepEqual(started, [0, 1, 2]);
  rest();
  t.deepEqual(started, [0, 1, 2, 3]);
  clock.pass(1000);
  await end(2);
  t.deepEqual(started, [0, 1, 2, 3]);
  await end(3);
  t.deepEqual(started, [0, 1, 2, 3, 4]);
});

test("a server that has accepted nothing is sent no more than the concurrency", (t) => {
  const { started, rest } = queued(2, 6);
  rest();
  rest();
  t.deepEqual(started, [0, 1]);
});

test("at most four times the concurrency is lent", async (t) => {
  const { queue, started, end, rest } = queued(2, 100);
  await end(0);
  for (let write = 0; write < 50; write++) {
    queue.recordSuccess();
    rest();
  }
  t.is(started.length, 1 + 2 + 8);
});

test("a queue that is closed leaves no timer behind", async (t) => {
  const { queue, clock, end, rest } = queued(2, 6);
  await end(0);
  queue.recordSuccess();
  rest();
  queue.close();
  t.is(clock.pending(), 0);
});
