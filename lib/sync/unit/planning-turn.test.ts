import test from "ava";

import { Semaphore } from "../../async/locks.ts";
import type { UnitSources } from "../apply-engine.ts";
import { PlanningTurn } from "./planning-turn.ts";

const rendering = { release: "shop", namespace: "shop", action: "install", revision: 1 } as const;
const sources: UnitSources = { read: async () => ({ sources: [], found: [] }) };
const { signal } = new AbortController();

test("a run takes its place when its set is read, and does not block others before", async (t) => {
  const gate = new Semaphore(1);
  const waiting = new PlanningTurn(gate, signal).guard(sources);
  const other = new PlanningTurn(gate, signal);
  await other.guard(sources).read({ ...rendering, signal });
  const late = waiting.read({ ...rendering, signal });
  let isRead = false;
  void late.then(() => (isRead = true));
  await new Promise(setImmediate);
  t.false(isRead, "it waits for its place");
  other.leave();
  t.deepEqual(await late, { sources: [], found: [] });
});

test("a run that reads its set again takes only one place", async (t) => {
  const turn = new PlanningTurn(new Semaphore(1), signal);
  const guarded = turn.guard(sources);
  await guarded.read({ ...rendering, signal });
  t.deepEqual(await guarded.read({ ...rendering, signal }), { sources: [], found: [] });
});
