import test from "ava";

import { play } from "../../../fixtures/controlled-run.ts";
import type { TaskWords } from "../../../fixtures/task.ts";
import type { Condition } from "../model/task.ts";

const ifFailed: Condition = { isMet: (_, hasFailed) => hasFailed };
const refused = (): Promise<never> => Promise.reject(new Error("refused"));

/**
 * Two failure hooks in two groups, a cleanup at the end, and two ordinary tasks of which the first may fail.
 */
function run(act?: () => Promise<never>): readonly TaskWords[] {
  return [
    { group: 2, barriers: [1], more: { round: "failure", onlyAfter: ifFailed } },
    { group: 1, more: { round: "failure", onlyAfter: ifFailed } },
    { group: 3, operation: "delete", more: { round: "cleanup", onlyAfter: { isMet: () => true } } },
    { group: 3, ...(act === undefined ? {} : { act }) },
    { group: 3, waits: [[3, "done"]] },
  ];
}

async function sent(words: readonly TaskWords[]): Promise<readonly string[]> {
  const { ran, events } = play(words);
  await ran;
  return events.flatMap((event) => (event.type === "sending" ? event.target.name : []));
}

test("after a failure, failure hooks run in order when all other tasks have ended, and then the cleanup", async (t) => {
  t.deepEqual(await sent(run(refused)), ["3", "1", "0", "2"]);
});

test("after a success, failure hooks are dropped without an outcome, and the cleanup runs", async (t) => {
  t.deepEqual(await sent(run()), ["3", "4", "2"]);
  const { outcomes } = await play(run()).ran;
  t.deepEqual(
    outcomes.map(({ target }) => target.name),
    ["2", "3", "4"],
  );
});

test("a failure hook that did not run is not deleted at the end", async (t) => {
  const onlyAfter: Condition = { on: 0, isMet: (outcome) => outcome?.actuation === "Succeeded" };
  const cleanup: TaskWords = { group: 3, operation: "delete", more: { round: "cleanup", onlyAfter } };
  const hook: TaskWords = { group: 2, more: { round: "failure", onlyAfter: ifFailed } };
  t.deepEqual(await sent([hook, cleanup, { group: 1 }]), ["2"]);
  t.deepEqual(await sent([hook, cleanup, { group: 1, act: refused }]), ["2", "0", "1"]);
});

test("a run with only failure hooks ends", async (t) => {
  t.deepEqual(await sent([{ more: { round: "failure", onlyAfter: ifFailed } }]), []);
});

test("an interrupted run runs no failure hook", async (t) => {
  const { ran, events, interrupt } = play([
    { more: { round: "failure", onlyAfter: ifFailed } },
    { act: () => Promise.resolve({ follow: () => () => undefined }) },
  ]);
  interrupt.abort();
  await ran;
  t.deepEqual(
    events.flatMap((event) => (event.type === "sending" ? event.target.name : [])),
    ["1"],
  );
});
