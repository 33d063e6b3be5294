import test from "ava";
import * as fc from "fast-check";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { WriteQueue } from "./write-queue.ts";

interface Queued {
  readonly queue: WriteQueue;
  /** The writes that have started or resumed after a pause, in order. */
  readonly sent: readonly number[];
  /** Ends a write. */
  readonly end: (write: number) => Promise<void>;
  /** Pauses a write. */
  readonly rest: (write: number) => void;
  /** Resumes a write after its pause as soon as it has a slot. */
  readonly resume: (write: number) => Promise<void>;
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const { signal } = new AbortController();
const acting = { signal, retry: () => {}, waits: () => {}, notice: () => {} };

/** A queue with this number of writes, each of which continues until the test ends it. */
function queued(concurrency: number, amount: number): Queued {
  const queue = new WriteQueue(concurrency);
  const sent: number[] = [];
  const writes = Array.from({ length: amount }, () => {
    const task = { operation: "apply" } as const;
    return { task, context: queue.lending(task, acting), ...Promise.withResolvers<void>() };
  });
  for (const [write, { task, promise }] of writes.entries()) {
    queue.add(task, () => {
      sent.push(write);
      return promise;
    });
  }
  const end = async (write: number): Promise<void> => {
    writes[write]?.resolve();
    await settle();
  };
  const rest = (write: number): void => writes[write]?.context.retry("429", 1000);
  const resume = async (write: number): Promise<void> => {
    void writes[write]?.context.resume?.().then(() => sent.push(write));
    await settle();
  };
  return { queue, sent, end, rest, resume };
}

test("a write that pauses lends its slot, and resumes in the next free slot before writes that have not started", async (t) => {
  const { queue, sent, end, rest, resume } = queued(2, 6);
  await end(0);
  queue.recordSuccess();
  t.deepEqual(sent, [0, 1, 2]);
  rest(1);
  t.deepEqual(sent, [0, 1, 2, 3]);
  await resume(1);
  t.deepEqual(sent, [0, 1, 2, 3]);
  await end(2);
  t.deepEqual(sent, [0, 1, 2, 3, 1]);
  await end(3);
  t.deepEqual(sent, [0, 1, 2, 3, 1, 4]);
});

test("a write that ends during its pause takes back its lent slot", async (t) => {
  const { queue, sent, end, rest } = queued(1, 4);
  await end(0);
  queue.recordSuccess();
  rest(1);
  t.deepEqual(sent, [0, 1, 2]);
  await end(1);
  t.deepEqual(sent, [0, 1, 2]);
  await end(2);
  t.deepEqual(sent, [0, 1, 2, 3]);
});

test("no slots are lent before the server has accepted a write", async (t) => {
  const { sent, rest, resume } = queued(2, 6);
  rest(0);
  rest(1);
  t.deepEqual(sent, [0, 1]);
  await resume(1);
  t.deepEqual(sent, [0, 1, 1]);
});

test("at most four times the concurrency of slots are lent", async (t) => {
  const { queue, sent, end, rest } = queued(2, 100);
  await end(0);
  for (let write = 1; write <= 50; write++) {
    queue.recordSuccess();
    rest(write);
  }
  t.is(sent.length, 1 + 2 + 8);
});

/**
 * A write: the durations of each attempt and of each pause after a refusal, and when it is ended at the
 * latest.
 */
const course = fc.record({
  attempts: fc.array(
    fc.record({ takes: fc.integer({ min: 0, max: 4 }), rest: fc.integer({ min: 0, max: 9 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  endedAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 5 }),
});

test("the number of concurrent attempts never exceeds the concurrency, and all writes end", async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(course, { minLength: 1, maxLength: 15 }),
      async (concurrency, courses) => {
        const clock = manualClock(0);
        const queue = new WriteQueue(concurrency);
        const sleep = async (milliseconds: number, until: AbortSignal): Promise<void> =>
          new Promise((resolve) => {
            clock.after(milliseconds, resolve);
            until.addEventListener("abort", () => resolve());
          });
        let [underWay, most, ended] = [0, 0, 0];
        for (const { attempts, endedAt } of courses) {
          const task = { operation: "apply" } as const;
          const life = new AbortController();
          const context = queue.lending(task, { ...acting, signal: life.signal });
          queue.add(task, async () => {
            if (endedAt !== undefined) {
              clock.after(endedAt, () => life.abort());
            }
            for (const [index, { takes, rest }] of attempts.entries()) {
              underWay += 1;
              most = Math.max(most, underWay);
              await sleep(takes, life.signal);
              underWay -= 1;
              if (index < attempts.length - 1 && !life.signal.aborted) {
                context.retry("429", rest);
                await sleep(rest, life.signal);
                await context.resume?.();
              }
              if (life.signal.aborted) {
                break;
              }
            }
            queue.recordSuccess();
            ended += 1;
          });
        }
        // In each millisecond at least one attempt or pause is running, so that this is enough for all.
        for (let time = 0; time < 1000 && ended < courses.length; time++) {
          clock.pass(1);
          await settle();
        }
        t.is(ended, courses.length);
        t.true(most <= concurrency, `${most} attempts at once with a concurrency of ${concurrency}`);
      },
    ),
    { numRuns: 60 },
  );
});
