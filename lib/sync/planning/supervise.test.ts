import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import type { PlanningWorker } from "./planning-worker.ts";
import { WorkerPool } from "./supervise.ts";

test("a worker is reused, and ends after it has been idle", (t) => {
  const clock = manualClock(0);
  const ended: PlanningWorker[] = [];
  const pool = new WorkerPool(clock, () => {
    const worker: PlanningWorker = { send: () => {}, listen: () => {}, terminate: () => ended.push(worker) };
    return worker;
  });
  const first = pool.take();
  const second = pool.take();
  t.not(second, first);
  pool.giveBack(first);
  pool.giveBack(second);
  t.is(pool.take(), second);
  clock.pass(29_999);
  t.deepEqual(ended, []);
  clock.pass(1);
  t.deepEqual(ended, [first]);
  t.not(pool.take(), first);
});
