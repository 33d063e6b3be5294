import test from "ava";
import * as fc from "fast-check";

import { followed, play, type ControlledRun, refusedWith, settle } from "../../../fixtures/controlled-run.ts";
import type { TaskWords } from "../../../fixtures/task.ts";
import type { ApplyEvent } from "../model/event.ts";
import { isGood } from "../model/outcome.ts";
import type { EffectResult, Subscribe } from "../model/task.ts";
import { verdictOf } from "./run-verdict.ts";

/** The course of a task of a random run. */
const courses = ["ready", "refused", "fails", "unwatched", "hangs"] as const;
type Course = (typeof courses)[number];

type Until = "written" | "done" | "ended";

interface RandomTask {
  readonly course: Course;
  readonly waits: readonly (readonly [on: number, until: Until])[];
  readonly group: number;
  /** The task has a barrier after all earlier groups. */
  readonly isBarred: boolean;
}

/** The waits of a task for some of those before it. */
function anyWaits(index: number, untils: readonly Until[]): fc.Arbitrary<RandomTask["waits"]> {
  const wait = fc.tuple(fc.nat(Math.max(index - 1, 0)), fc.constantFrom(...untils));
  return fc.uniqueArray(wait, { maxLength: index === 0 ? 0 : 3, selector: ([on]) => on });
}

/** A run of up to twelve tasks, in which tasks wait for others until these are in one of the given states. */
function anyRun(...untils: readonly Until[]): fc.Arbitrary<readonly RandomTask[]> {
  const course = fc.constantFrom(...courses);
  const group = fc.constantFrom(1, 2, 3);
  const task = (index: number): fc.Arbitrary<RandomTask> =>
    fc.record({ course, group, waits: anyWaits(index, untils), isBarred: fc.boolean() });
  return fc
    .integer({ min: 1, max: 12 })
    .chain((size) => fc.tuple(...Array.from({ length: size }, (_, index) => task(index))))
    .map(inGroupOrder);
}

/** The tasks with their groups in order, as in a plan: a barrier never closes a cycle. */
function inGroupOrder(all: readonly RandomTask[]): readonly RandomTask[] {
  const groups = all.map(({ group }) => group).toSorted((left, right) => left - right);
  return all.map((task, index) => ({ ...task, group: groups[index] ?? 1 }));
}

function barriersOf({ isBarred, group }: RandomTask): readonly number[] {
  return isBarred ? [1, 2].filter((earlier) => earlier < group) : [];
}

/** The words of a random task, and the number of writes that are under way. */
function wordsOf(task: RandomTask, gauge: { open: number; most: number }): TaskWords {
  return {
    group: task.group,
    waits: task.waits,
    barriers: barriersOf(task),
    act: async () => {
      gauge.open += 1;
      gauge.most = Math.max(gauge.most, gauge.open);
      await settle();
      gauge.open -= 1;
      return actOf(task.course);
    },
  };
}

function actOf(course: Course): Promise<EffectResult> {
  switch (course) {
    case "refused":
      return refusedWith("no")();
    case "unwatched":
      return Promise.resolve({ change: "created", unwatched: true });
    case "hangs":
      return followed().act();
    case "fails":
      return Promise.resolve({ change: "created", follow: failing });
    case "ready":
      return Promise.resolve({ change: "created" });
    default:
      return course satisfies never;
  }
}

const failing: Subscribe = (report) => {
  queueMicrotask(() => report({ type: "failed", message: "broken" }));
  return () => {};
};

interface Observed {
  readonly played: ControlledRun;
  readonly most: number;
}

/** Plays a random run, in which time passes until everything has ended. */
async function ended(all: readonly RandomTask[], failFast: boolean): Promise<Observed> {
  const gauge = { open: 0, most: 0 };
  const words = all.map((task) => wordsOf(task, gauge));
  const played = play(words, { concurrency: 3, failFast });
  // A chain of hanging tasks takes the sum of their timeouts.
  for (let turn = 0; turn <= 2 * all.length; turn += 1) {
    await settle();
    await settle();
    played.clock.pass(1000);
  }
  await played.ran;
  return { played, most: gauge.most };
}

/** The types of the events of each object, in order. */
function stepsOf(events: readonly ApplyEvent[], name: string): string {
  return events
    .flatMap((event) => ("target" in event && event.target.name === name ? [event.type] : []))
    .join(" ");
}

const usual = new Set([
  "sending actuation reconcile",
  // Skipped: it was never sent.
  "actuation",
]);

test("in any run each object has one outcome, its events are in order, and no timer is left", async (t) => {
  const law = fc.asyncProperty(anyRun("written", "done"), fc.boolean(), async (all, failFast) => {
    const { played, most } = await ended(all, failFast);
    const { outcomes } = await played.ran;
    t.deepEqual(
      outcomes.map(({ target }) => Number(target.name)),
      all.map((_, index) => index),
    );
    for (const index of all.keys()) {
      t.true(usual.has(stepsOf(played.events, String(index))), stepsOf(played.events, String(index)));
    }
    t.is(played.clock.pending(), 0);
    t.true(most <= 3);
  });
  await fc.assert(law, { numRuns: 60 });
});

/** The index of the event of this type about this object among all events; -1 if there is none. */
function indexOf({ events }: ControlledRun, name: number, type: ApplyEvent["type"]): number {
  return events.findIndex(
    (event) => event.type === type && "target" in event && event.target.name === String(name),
  );
}

test("in any run no object is sent before the objects that it waits for", async (t) => {
  const law = fc.asyncProperty(anyRun("written", "done", "ended"), async (all) => {
    const { played } = await ended(all, false);
    for (const [index, { waits }] of all.entries()) {
      const sent = indexOf(played, index, "sending");
      for (const [on, until] of waits.filter(([, each]) => each !== "ended")) {
        const needed = indexOf(played, on, until === "written" ? "actuation" : "reconcile");
        t.true(sent === -1 || (needed !== -1 && needed < sent), `${index} waits for ${on} until ${until}`);
      }
    }
  });
  await fc.assert(law, { numRuns: 60 });
});

test("in any run no object is sent before all objects of the groups before its barriers have succeeded", async (t) => {
  const law = fc.asyncProperty(anyRun("written", "done"), async (all) => {
    const { played } = await ended(all, false);
    const { outcomes } = await played.ran;
    for (const [index, task] of all.entries()) {
      const sent = indexOf(played, index, "sending");
      const before = all.flatMap(({ group }, other) => (barriersOf(task).includes(group) ? [other] : []));
      for (const other of sent === -1 ? [] : before) {
        const outcome = outcomes[other];
        t.true(outcome !== undefined && isGood(outcome), `${index} comes after ${other}`);
        t.true(indexOf(played, other, "reconcile") < sent, `${index} comes after ${other}`);
      }
    }
  });
  await fc.assert(law, { numRuns: 60 });
});

test("in any run an object is skipped only because of an object that did not succeed", async (t) => {
  const law = fc.asyncProperty(anyRun("written", "done", "ended"), async (all) => {
    const { played } = await ended(all, false);
    const { outcomes } = await played.ran;
    const byKey = new Map(outcomes.map((outcome) => [outcome.target.key, outcome]));
    for (const { actuation, because } of outcomes.filter((outcome) => outcome.actuation === "Skipped")) {
      const cause = byKey.get(because?.on ?? "");
      t.true(actuation === "Skipped" && cause !== undefined && !isGood(cause));
    }
    const expected = outcomes.every(isGood);
    t.is(verdictOf(outcomes, false) === "converged", expected);
  });
  await fc.assert(law, { numRuns: 60 });
});

test("in any run a group starts at most once, and finishes once after the last of its objects", async (t) => {
  const law = fc.asyncProperty(anyRun("written", "done", "ended"), async (all) => {
    const { played } = await ended(all, false);
    for (const group of new Set(all.map((task) => task.group))) {
      const members = new Set(all.flatMap((task, index) => (task.group === group ? [String(index)] : [])));
      const steps = played.events.flatMap((event) => {
        if (event.type === "group") {
          return event.group.index === group ? [event.state] : [];
        }
        const isMember = "target" in event && members.has(event.target.name);
        return isMember ? ["object"] : [];
      });
      t.true(steps.filter((step) => step === "started").length <= 1);
      t.is(steps.filter((step) => step === "finished").length, 1);
      t.is(steps.at(-1), "finished");
    }
  });
  await fc.assert(law, { numRuns: 60 });
});
