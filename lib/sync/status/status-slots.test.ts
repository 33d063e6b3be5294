import test from "ava";

import { type StatusSlot, StatusSlots } from "./status-slots.ts";

/** Queues writes, and returns those that are admitted, in their order. */
function enter(slots: StatusSlots, many: number, isNews = true): StatusSlot[] {
  const admitted: StatusSlot[] = [];
  for (let index = 0; index < many; index += 1) {
    const slot = slots.enter(isNews);
    void slot.admitted.then(() => admitted.push(slot));
  }
  return admitted;
}

async function settled(): Promise<void> {
  await new Promise(setImmediate);
}

test("32 statuses are written at a time while no unit is running", async (t) => {
  const admitted = enter(new StatusSlots(), 40);
  await settled();
  t.is(admitted.length, 32);
  admitted[0]?.leave();
  await settled();
  t.is(admitted.length, 33);
});

test("while a unit is running, eight urgent and two other statuses are written at a time", async (t) => {
  const slots = new StatusSlots();
  slots.count({ type: "runBegun" });
  slots.count({ type: "runBegun" });
  slots.count({ type: "runEnded" });
  const [news, rest] = [enter(slots, 20), enter(slots, 20, false)];
  await settled();
  t.is(news.length, 8);
  t.is(rest.length, 2);
  news[0]?.leave();
  rest[0]?.leave();
  await settled();
  t.is(news.length, 9);
  t.is(rest.length, 3);
});

test("the start of a run holds back waiting statuses, and its end admits them", async (t) => {
  const slots = new StatusSlots();
  const rest = enter(slots, 100, false);
  await settled();
  slots.count({ type: "runBegun" });
  for (const { leave } of rest.slice(0, 31)) {
    leave();
  }
  await settled();
  t.is(rest.length, 33);
  slots.count({ type: "runEnded" });
  await settled();
  t.is(rest.length, 63);
});

test("the status of a finished run does not wait for a thousand other statuses", async (t) => {
  const slots = new StatusSlots();
  enter(slots, 1000, false);
  const [end] = [enter(slots, 1)];
  await settled();
  t.is(end.length, 1);
});

test("a status that becomes urgent while it waits is written with the urgent ones", async (t) => {
  const slots = new StatusSlots();
  slots.count({ type: "runBegun" });
  enter(slots, 2, false);
  const waiting = slots.enter(false);
  const admitted: StatusSlot[] = [];
  void waiting.admitted.then(() => admitted.push(waiting));
  await settled();
  t.is(admitted.length, 0);
  waiting.hurry();
  await settled();
  t.is(admitted.length, 1);
  // It counts once, with the urgent ones.
  waiting.hurry();
  const news = enter(slots, 20);
  await settled();
  t.is(news.length, 7);
  waiting.leave();
  await settled();
  t.is(news.length, 8);
});
