import test from "ava";

import {
  followed,
  play,
  type ControlledRun,
  readiness,
  reported,
  settle,
} from "../../../fixtures/controlled-run.ts";
import { type Write, write } from "../../../fixtures/controlled-write.ts";
import { tasks, type TaskWords } from "../../../fixtures/task.ts";
import type { ApplyEvent } from "../model/event.ts";
import type { EffectResult, Subscribe, Task } from "../model/task.ts";

/** Runs tasks of which the first ones are these writes. */
function playWrites(
  writes: readonly Write[],
  words: readonly TaskWords[] = writes.map(() => ({})),
  onWritesDone = (): void => {},
): ControlledRun {
  const all = tasks(words).map((task, index): Task => {
    const own = writes[index];
    return own === undefined ? task : { ...task, effect: { act: own.act } };
  });
  return play(words, { tasks: all, onWritesDone });
}

async function ends({ ran }: ControlledRun): Promise<readonly string[]> {
  return (await ran).outcomes.map(reported);
}

function types(events: readonly ApplyEvent[]): readonly string[] {
  return events.flatMap(({ type }) => (type === "group" ? [] : [type]));
}

test("a write that does not end before its timeout fails and is aborted", async (t) => {
  const slow = write();
  const played = playWrites([slow]);
  await settle();
  played.clock.pass(1000);
  t.deepEqual(await ends(played), ["Failed/Timeout: not ready within 1s"]);
  t.true(slow.acting().signal.aborted);
});

test("a deletion that does not end before its timeout fails", async (t) => {
  const slow = write();
  const played = playWrites([slow], [{ operation: "delete" }]);
  await settle();
  played.clock.pass(1000);
  t.deepEqual(await ends(played), ["Failed/Timeout: not deleted within 1s"]);
});

test("a write that is refused until its timeout ends with the last refusal", async (t) => {
  const refused = write();
  const played = playWrites([refused]);
  await settle();
  refused.acting().retry("429 too many requests", 200);
  refused.acting().retry("namespace shop not found", 400);
  played.clock.pass(1000);
  t.deepEqual(await ends(played), ["Failed/Timeout: not ready within 1s: namespace shop not found"]);
  t.deepEqual(types(played.events), ["sending", "retry", "retry", "actuation", "reconcile"]);
});

/** Answers a write after its task has timed out. */
const late = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, answer: (slow: Write) => void) {
    const [slow, other] = [write(), write()];
    const played = playWrites([slow, other], [{}, { timeout: 5000 }]);
    await settle();
    played.clock.pass(1000);
    answer(slow);
    await settle();
    other.end({});
    t.deepEqual(await ends(played), ["Failed/Timeout: not ready within 1s", "Succeeded/Succeeded"]);
    t.is(played.events.filter((event) => event.type === "actuation" && event.target.name === "0").length, 1);
  },
});

test(late, "an answer to a write after its timeout is ignored", (slow) => slow.end({ change: "created" }));
test(late, "a refusal of a write after its timeout is ignored", (slow) => slow.refuse("no"));

test("after an interruption, a write in flight that is answered succeeds, but its readiness is not awaited", async (t) => {
  const slow = write();
  const played = playWrites([slow]);
  await settle();
  played.interrupt.abort();
  slow.end({ change: "created", follow: () => () => {} });
  t.deepEqual(await ends(played), ["Succeeded/Interrupted: interrupted"]);
  t.is((await played.ran).outcomes[0]?.change, "created");
});

test("after an interruption, a write in flight whose object needs no waiting succeeds", async (t) => {
  const slow = write();
  const played = playWrites([slow]);
  await settle();
  played.interrupt.abort();
  slow.end({ change: "created" });
  t.deepEqual(await ends(played), ["Succeeded/Succeeded"]);
});

test("after an interruption, a refused write is not retried", async (t) => {
  const refused = write();
  const played = playWrites([refused]);
  await settle();
  refused.acting().retry("429 too many requests", 200);
  played.interrupt.abort();
  t.deepEqual(await ends(played), ["Failed/Timeout: interrupted: 429 too many requests"]);
  t.true(refused.acting().signal.aborted);
});

test("the timeout of the run ends a write in flight immediately", async (t) => {
  const slow = write();
  const played = playWrites([slow]);
  await settle();
  played.deadline.abort();
  t.deepEqual(await ends(played), ["Failed/Timeout: the run timed out"]);
});

test("an interruption ends a wait for an external object immediately", async (t) => {
  const waiting = write();
  const played = playWrites([waiting], [{ operation: "wait", group: 0 }]);
  await settle();
  played.interrupt.abort();
  t.deepEqual(await ends(played), ["Failed/Timeout: interrupted"]);
});

test("waits for external objects do not count as concurrent writes", async (t) => {
  const waits = Array.from({ length: 10 }, () => write());
  const words = [...waits.map((): TaskWords => ({ operation: "wait", group: 0 })), {}];
  const played = playWrites(waits, words);
  await settle();
  t.true(played.events.some((event) => event.type === "actuation" && event.target.name === "10"));
  for (const { end } of waits) {
    end({});
  }
  await played.ran;
});

test("an object that is not waited for has no reconcile result, and its dependents are applied", async (t) => {
  const unwatched = { change: "created", unwatched: true } as const;
  const played = play([{ act: () => Promise.resolve(unwatched) }, { waits: [[0, "done"]] }]);
  t.deepEqual(await ends(played), ["Succeeded/Skipped", "Succeeded/Succeeded"]);
});

test("the outcome of a write without waiting has the message of the write", async (t) => {
  const kept: EffectResult = { change: "detached", message: "kept: it asks to" };
  const { outcomes } = await play([{ act: () => Promise.resolve(kept), operation: "prune" }]).ran;
  t.like(outcomes[0], { change: "detached", message: "kept: it asks to", operation: "prune" });
});

test("the events of a write and of the wait for its object contain how long each took", async (t) => {
  const [slow, ready] = [write(), followed()];
  const played = playWrites([slow], [{ timeout: 10_000 }]);
  await settle();
  played.clock.pass(200);
  slow.end(await ready.act());
  await settle();
  played.clock.pass(1300);
  ready.report({ type: "done" });
  await played.ran;
  const took = played.events.flatMap((event) =>
    event.type === "actuation" || event.type === "reconcile" ? [`${event.type} ${event.took ?? "?"}`] : [],
  );
  t.deepEqual(took, ["actuation 200", "reconcile 1500"]);
});

const readyAtOnce: Subscribe = (report) => {
  report({ type: "readiness", readiness: readiness("Current", "in place") });
  return () => {};
};

test("an object that is already ready when its write ends succeeds immediately", async (t) => {
  const played = play([{ act: () => Promise.resolve({ change: "created", follow: readyAtOnce }) }]);
  t.deepEqual(await ends(played), ["Succeeded/Succeeded: in place"]);
  t.is(played.clock.pending(), 0);
});

test("observations after the end of an object are not reported", async (t) => {
  const [web, slow] = [followed(), followed()];
  const reports: Parameters<Subscribe>[0][] = [];
  const act = (): Promise<EffectResult> =>
    Promise.resolve({
      follow: (seen) => {
        reports.push(seen);
        return () => {};
      },
    });
  const played = play([{ act }, { act: slow.act }, { act: web.act }]);
  await settle();
  for (const report of reports) {
    report({ type: "done" });
    report({ type: "readiness", readiness: readiness("Failed", "late") });
    report({ type: "failed", message: "late" });
  }
  slow.report({ type: "done" });
  web.report({ type: "done" });
  t.deepEqual(await ends(played), ["Succeeded/Succeeded", "Succeeded/Succeeded", "Succeeded/Succeeded"]);
  t.false(played.events.some(({ type }) => type === "status"));
});

test("an object is no longer followed after its end", async (t) => {
  let follows = 0;
  const act = (): Promise<EffectResult> =>
    Promise.resolve({
      follow: (report) => {
        follows += 1;
        queueMicrotask(() => report({ type: "done" }));
        return () => {
          follows -= 1;
        };
      },
    });
  await play([{ act }, { act }]).ran;
  t.is(follows, 0);
});

test("the readiness of an object that is deleted does not end its deletion", async (t) => {
  const removal = followed();
  const played = play([{ act: removal.act, operation: "prune" }]);
  await settle();
  removal.report({ type: "readiness", readiness: readiness("Current") });
  await settle();
  t.false(played.events.some(({ type }) => type === "reconcile"));
  removal.report({ type: "done" });
  t.deepEqual(await ends(played), ["Succeeded/Succeeded"]);
});

test("the reason for which a write waits is reported once per change", async (t) => {
  const slow = write();
  const played = playWrites([slow]);
  await settle();
  for (const message of ["finalizer a", "finalizer a", "finalizer b"]) {
    slow.acting().waits(readiness("Terminating", message));
  }
  slow.end({});
  await played.ran;
  t.deepEqual(
    played.events.flatMap((event) => (event.type === "status" ? [event.readiness.message] : [])),
    ["finalizer a", "finalizer b"],
  );
});

const isMet = (): boolean => {
  throw new TypeError("x is undefined");
};

test("an error in the condition of a task ends the run as an internal error", async (t) => {
  const cleanup: TaskWords = { waits: [[0, "ended"]], more: { onlyAfter: { on: 0, isMet } } };
  await t.throwsAsync(play([{}, cleanup]).ran, { instanceOf: TypeError });
});

/** The result of a write whose object is never observed. */
const waitingForReadiness: EffectResult = { change: "created", follow: () => () => {} };

test("a run reports that its writes are done before its objects are ready", async (t) => {
  const [one, other] = [write(), write()];
  let isDone = false;
  const played = playWrites([one, other], undefined, () => (isDone = true));
  one.end(waitingForReadiness);
  await settle();
  t.false(isDone, "the other one is still being written");
  other.end(waitingForReadiness);
  await settle();
  t.true(isDone);
  played.interrupt.abort();
  await played.ran;
});
