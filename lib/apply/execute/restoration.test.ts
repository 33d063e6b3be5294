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

/** The objects that are written, in order, and their outcomes. */
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

test(course, "an undisturbed object is written once", { words: [{}, {}] }, "0 1", [good, good]);
test(
  course,
  "an object that another client deletes after it was ready is applied again",
  { words: [{}, {}], disturb: removing(0) },
  "0 1 0",
  [good, good],
);
test(
  course,
  "direct and indirect dependents of a disturbed object are applied again after it",
  { words: chained, disturb: removing(0) },
  "0 3 1 2 0 1 2",
  [good, good, good, good],
);
test(
  course,
  "the dependencies of a disturbed object are not applied again",
  { words: chained, disturb: removing(2) },
  "0 3 1 2 2",
  [good, good, good, good],
);
test(
  course,
  "an object that is disturbed twice fails and is not applied a third time",
  { words: [{}, {}], disturb: removing(0, 2) },
  "0 1 0",
  [lost, good],
);
test(
  course,
  "hooks that depend on a disturbed object, and dependents of hooks only, are not applied again",
  { words: [{}, { waits: [[0, "done"]] }, { waits: [[1, "done"]] }], disturb: removing(0), hooks: [1] },
  "0 1 2 0",
  [good, good, good],
);
test(
  course,
  "in a failed run no object is applied again, and disturbed objects fail",
  { words: [{}, { act: () => Promise.reject(new Error("no")) }], disturb: removing(0) },
  "0",
  [lost, "Failed/Skipped: no"],
);
test(
  course,
  "an object that the run itself deletes does not count as disturbed",
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
  "a failed object that is also disturbed keeps the reason of its failure",
  {
    words: [{ act: () => Promise.reject(new Error("no")) }, {}],
    disturb: (_, { remove }) => remove(0),
  },
  "1",
  ["Failed/Skipped: no", good],
);

test("an interrupted run restores no disturbed object, and does not let it fail", async (t) => {
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

test("a run that has timed out restores no disturbed object", async (t) => {
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

test("a disturbed object is reported as pending with a warning before it is applied again", async (t) => {
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

test("an object that is disturbed twice is reported as failed after its success", async (t) => {
  const run = restoredRun({ words: [{}], disturb: removing(0, 2) });
  await ends(run);
  t.deepEqual(
    run.session.events.flatMap((event) => (event.type === "reconcile" ? [event.state] : [])),
    ["Succeeded", "Pending", "Succeeded", "Failed"],
  );
});

/** The change in the outcome of a restored object, given the changes of its writes. */
const change = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, made: readonly Change[], expected: Change) {
    const run = restoredRun({ words: [{}], disturb: removing(0), changes: { 0: made } });
    t.is((await run.ran).outcomes[0]?.change, expected);
  },
});

test(
  change,
  "a restored object that was created before has the change created",
  ["created", "created"],
  "created",
);
test(
  change,
  "a restored object that was configured before has the change configured",
  ["configured", "created"],
  "configured",
);
test(
  change,
  "a restored object that was unchanged before has the change of its restoration",
  ["unchanged", "created"],
  "created",
);

test("a dependent of a disturbed object keeps its first change", async (t) => {
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

test("a restored object that does not become ready again fails with its own reason", async (t) => {
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

test("the disturbance of an object that is not in the run is ignored", async (t) => {
  const run = restoredRun({ words: [{}] });
  await settle();
  run.remove(7);
  t.deepEqual(await ends(run), [good]);
});
