import test from "ava";

import { StatusSlots } from "./status-slots.ts";

/** The number of writes that are admitted of so many, and the functions that end them. */
async function admitted(slots: StatusSlots, many: number): Promise<(() => void)[]> {
  const ends: (() => void)[] = [];
  for (let index = 0; index < many; index += 1) {
    void slots.acquire().then((end) => ends.push(end));
  }
  await new Promise(setImmediate);
  return ends;
}

test("thirty-two statuses are written at a time while no unit is run", async (t) => {
  const ends = await admitted(new StatusSlots(), 40);
  t.is(ends.length, 32);
  ends[0]?.();
  await new Promise(setImmediate);
  t.is(ends.length, 33);
});

test("eight statuses are written at a time while a unit is run", async (t) => {
  const slots = new StatusSlots();
  slots.count({ type: "runBegun" });
  slots.count({ type: "runBegun" });
  slots.count({ type: "runEnded" });
  const ends = await admitted(slots, 20);
  t.is(ends.length, 8);
  ends[0]?.();
  await new Promise(setImmediate);
  t.is(ends.length, 9);
});

test("once the last run has ended, new writes no longer wait for each other", async (t) => {
  const slots = new StatusSlots();
  slots.count({ type: "runBegun" });
  slots.count({ type: "runEnded" });
  t.is((await admitted(slots, 20)).length, 20);
});
