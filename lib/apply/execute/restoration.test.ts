import test from "ava";

import { reported, settle } from "../../../fixtures/controlled-run.ts";
import {
  type DisturbedCourse,
  removing,
  restoredRun,
  type RestoredRun,
} from "../../../fixtures/restored-run.ts";
import type { TaskWords } from "../../../fixtures/task.ts";
import type { Change } from "../model/event.ts";

const deleted = "deleted by another client after it was ready";

async function ends({ ran }: RestoredRun): Promise<readonly string[]> {
  return (await ran).outcomes.map(reported);
}

/** The objects that are written, in order, and how they end. */
const course = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, facts: DisturbedCourse, written: string, expected: readonly string[]) {
    const run = restoredRun(facts);
    t.deepEqual(await ends(run), [...expected]);
    t.is(run.written.join(" "), written);
  },
});

const good = "Succeeded/Succeeded";
const lost = `Succeeded/Failed: ${deleted}`;
const chained: readonly TaskWords[] = [{}, { waits: [[0, "done"]] }, { waits: [[1, "written"]] }, {}];

test(course, "an object that nobody disturbs is written once", { words: [{}, {}] }, "0 1", [good, good]);
test(
  course,
  "an object that somebody deletes after it was ready is applied once more",
  { words: [{}, {}], disturb: removing(0) },
  "0 1 0",
  [good, good],
);
test(
  course,
  "what waits for a disturbed object, directly or not, is applied once more after it",
  { words: chained, disturb: removing(0) },
  "0 3 1 2 0 1 2",
  [good, good, good, good],
);
test(
  course,
  "what a disturbed object waits for is not applied again",
  { words: chained, disturb: removing(2) },
  "0 3 1 2 2",
  [good, good, good, good],
);
test(
  course,
  "an object that is disturbed again has failed, and is not applied a third time",
  { words: [{}, {}], disturb: removing(0, 2) },
  "0 1 0",
  [lost, good],
);
test(
  course,
  "a hook does not run again, nor does what waits for it alone",
  { words: [{}, { waits: [[0, "done"]] }, { waits: [[1, "done"]] }], disturb: removing(0), hooks: [1] },
  "0 1 2 0",
  [good, good, good],
);
test(
  course,
  "in a run that has failed nothing is applied again, and what was disturbed has failed",
  { words: [{}, { act: () => Promise.reject(new Error("no")) }], disturb: removing(0) },
  "0",
  [lost, "Failed/Skipped: no"],
);
test(
  course,
  "an object that the run itself deletes afterwards was not disturbed",
  {
    words: [{}, { operation: "delete", waits: [[0, "done"]] }],
    disturb: (name, { remove }) => (name === "1" ? remove(0) : undefined),
    hooks: [1],
    alter: ([first, second]) =>
      first === undefined || second === undefined ? [] : [first, { ...second, target: first.target }],
  },
  "0 1",
  [good, good],
);
test(
  course,
  "an object that failed for another reason keeps it",
  {
    words: [{ act: () => Promise.reject(new Error("no")) }, {}],
    disturb: (_, { remove }) => remove(0),
  },
  "1",
  ["Failed/Skipped: no", good],
);

test("an interrupted run restores nothing, and blames nobody", async (t) => {
  const run = restoredRun({
    words: [{}, { waits: [[0, "done"]] }],
    disturb: (name, { remove, session }) => {
      remove(0);
      if (name === "1") {
        session.interrupt.abort();
      }
    },
  });
  t.is((await ends(run))[0], good);
  t.is(run.written.join(" "), "0 1");
});

test("a run whose time is over restores nothing", async (t) => {
  const run = restoredRun({
    words: [{}],
    disturb: (_, { remove, deadline }) => {
      remove(0);
      deadline.abort();
    },
  });
  await ends(run);
  t.is(run.written.join(" "), "0");
});

test("a disturbed object is announced as pending, with a warning, before it is applied again", async (t) => {
  const run = restoredRun({ words: [{}, { waits: [[0, "done"]] }], disturb: removing(0) });
  await ends(run);
  const { events } = run.session;
  const at = events.findIndex(({ type }) => type === "notice");
  const message = `${deleted}: it is applied again`;
  t.like(events[at], { level: "warning", message });
  t.like(events[at + 1], { type: "reconcile", state: "Pending", operation: "apply", message });
  t.like(events[at + 2], { type: "sending" });
  t.is(events.filter(({ type }) => type === "notice").length, 1);
});

test("an object that is disturbed again is reported as failed once more after its success", async (t) => {
  const run = restoredRun({ words: [{}], disturb: removing(0, 2) });
  await ends(run);
  t.deepEqual(
    run.session.events.flatMap((event) => (event.type === "reconcile" ? [event.state] : [])),
    ["Succeeded", "Pending", "Succeeded", "Failed"],
  );
});

/** The change that the outcome of a restored object has, by the changes of its writes. */
const change = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, made: readonly Change[], expected: Change) {
    const run = restoredRun({ words: [{}], disturb: removing(0), changes: { 0: made } });
    t.is((await run.ran).outcomes[0]?.change, expected);
  },
});

test(
  change,
  "an object that was new counts as created, not as created twice",
  ["created", "created"],
  "created",
);
test(
  change,
  "an object that was changed counts as configured, however it is restored",
  ["configured", "created"],
  "configured",
);
test(
  change,
  "an object that needed no change counts by its restoration",
  ["unchanged", "created"],
  "created",
);

test("an object that is applied again because another was disturbed counts by its first change", async (t) => {
  const run = restoredRun({
    words: [{}, { waits: [[0, "done"]] }],
    disturb: removing(0),
    changes: { 1: ["created", "unchanged"] },
  });
  t.is((await run.ran).outcomes[1]?.change, "created");
});

test("the outcome of a restored object keeps its group, and the critical path is that of the first run", async (t) => {
  const run = restoredRun({
    words: [{ group: 2 }, { group: 3, waits: [[0, "done"]] }],
    disturb: removing(0),
  });
  const { outcomes, criticalPath } = await run.ran;
  t.deepEqual(
    outcomes.map(({ group }) => group),
    [2, 3],
  );
  t.deepEqual(
    criticalPath.map((key) => key.split("/").at(-1)),
    ["0", "1"],
  );
});

test("a restored object that does not become ready again has failed for its own reason", async (t) => {
  let turn = 0;
  const run = restoredRun({
    words: [{}, { waits: [[0, "done"]] }],
    disturb: removing(0),
    alter: ([first, second]) =>
      first === undefined || second === undefined
        ? []
        : [
            {
              ...first,
              effect: {
                act: (acting) => {
                  turn += 1;
                  return turn === 1 ? first.effect.act(acting) : Promise.reject(new Error("quota exceeded"));
                },
              },
            },
            second,
          ],
  });
  t.deepEqual(await ends(run), ["Failed/Skipped: quota exceeded", "Skipped/Skipped: because of 0"]);
});

test("only objects of the run are examined, and those at its end", async (t) => {
  const run = restoredRun({ words: [{}] });
  await settle();
  run.remove(7);
  t.deepEqual(await ends(run), [good]);
});
