import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import type { WriteTurn } from "../../apply/model/run-context.ts";
import { WriteTurns } from "./write-turn.ts";

const places = 16;

function settled(): Promise<void> {
  return new Promise(setImmediate);
}

/** Sixteen runs that write in a cluster. */
async function writingRuns(
  turns: WriteTurns,
  cluster: string | undefined,
  clock = manualClock(0),
): Promise<readonly WriteTurn[]> {
  const { signal } = new AbortController();
  const runs = Array.from({ length: places }, () => turns.in(cluster, { clock, signal }));
  await Promise.all(runs.map((run) => run.begin()));
  return runs;
}

/** One more run there, and whether its turn has come. */
function nextRun(
  turns: WriteTurns,
  cluster: string | undefined,
  clock = manualClock(0),
): { isWriting: () => boolean } {
  const { signal } = new AbortController();
  let isWriting = false;
  void turns
    .in(cluster, { clock, signal })
    .begin()
    .then(() => (isWriting = true));
  return { isWriting: () => isWriting };
}

test("at most 16 runs write in a cluster, and the next one starts when one waits for readiness", async (t) => {
  const turns = new WriteTurns();
  const [first] = await writingRuns(turns, undefined);
  const { isWriting } = nextRun(turns, undefined);
  await settled();
  t.false(isWriting());
  first?.end();
  first?.end();
  const second = nextRun(turns, undefined);
  await settled();
  t.true(isWriting());
  t.false(second.isWriting(), "ending a turn twice frees one place");
});

test("runs of one cluster that wait to write do not delay runs of another cluster", async (t) => {
  const turns = new WriteTurns();
  await writingRuns(turns, "north");
  const { isWriting } = nextRun(turns, "south");
  await settled();
  t.true(isWriting());
});

test("a run whose writes hang delays others for at most five seconds", async (t) => {
  const clock = manualClock(0);
  const turns = new WriteTurns();
  await writingRuns(turns, undefined, clock);
  const { isWriting } = nextRun(turns, undefined, clock);
  clock.pass(4999);
  await settled();
  t.false(isWriting());
  clock.pass(1);
  await settled();
  t.true(isWriting());
});

test("a run that is aborted stops waiting for its turn", async (t) => {
  const turns = new WriteTurns();
  await writingRuns(turns, undefined);
  const ending = new AbortController();
  const waiting = turns.in(undefined, { clock: manualClock(0), signal: ending.signal }).begin();
  ending.abort(new Error("the unit was removed"));
  await t.throwsAsync(waiting, { message: "the unit was removed" });
});
