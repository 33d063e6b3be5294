import test from "ava";
import * as fc from "fast-check";

import { barrier, tasks, type TaskWords } from "../../../fixtures/task.ts";
import { Scheduler } from "./scheduler.ts";
import type { Transitions } from "./transitions.ts";

function scheduled(words: readonly TaskWords[]): {
  readonly schedule: Scheduler;
  readonly named: (index: number) => Parameters<Scheduler["onDone"]>[0];
} {
  const all = tasks(words);
  return {
    schedule: new Scheduler(all, barrier),
    named: (index) => {
      const task = all[index];
      if (task === undefined) {
        throw new Error(`no task ${index}`);
      }
      return task;
    },
  };
}

/** `start 1 2, skip 3 because 0`. */
function reported({ start, skip }: Transitions): string {
  const starts = start.map(({ index }) => ` ${index}`).join("");
  const skips = skip.map(
    ({ task, because }) =>
      `, skip ${task.index} because ${because.on.split("/").at(-1) ?? ""} ${because.rule}`,
  );
  return `start${starts}${skips.join("")}`;
}

test("an object that waits for another to be done does not start when that is only written", (t) => {
  const { schedule, named } = scheduled([{}, { waits: [[0, "done"]] }]);
  t.is(reported(schedule.start()), "start 0");
  t.is(reported(schedule.onWritten(named(0))), "start");
  t.is(reported(schedule.onDone(named(0))), "start 1");
});

test("an object that waits for another to be written starts when that is written", (t) => {
  const { schedule, named } = scheduled([{}, { waits: [[0, "written"]] }]);
  schedule.start();
  t.is(reported(schedule.onWritten(named(0))), "start 1");
});

test("an object that waits for the attempted write of another starts when that is written or has failed", (t) => {
  const words: readonly TaskWords[] = [{}, { waits: [[0, "tried"]] }];
  const written = scheduled(words);
  written.schedule.start();
  t.is(reported(written.schedule.onWritten(written.named(0))), "start 1");
  t.is(reported(written.schedule.onFailed(written.named(0))), "start");
  const refused = scheduled(words);
  refused.schedule.start();
  t.is(reported(refused.schedule.onFailed(refused.named(0))), "start 1");
  const there = scheduled(words);
  there.schedule.start();
  t.is(reported(there.schedule.onDone(there.named(0))), "start 1");
});

test("an object that is done without a write counts as written", (t) => {
  const { schedule, named } = scheduled([{}, { waits: [[0, "written"]] }]);
  schedule.start();
  t.is(reported(schedule.onDone(named(0))), "start 1");
});

test("a barrier opens when every object of the group has succeeded", (t) => {
  const { schedule, named } = scheduled([{}, {}, { group: 2, barriers: [1] }]);
  t.is(reported(schedule.start()), "start 0 1");
  t.is(reported(schedule.onDone(named(0))), "start");
  t.is(reported(schedule.onDone(named(1))), "start 2");
});

test("an object that unblocks its dependents early does so once, independent of its outcome", (t) => {
  const words: readonly TaskWords[] = [
    {},
    { waits: [[0, "done"]] },
    { waits: [[0, "ended"]] },
    { group: 2, barriers: [1] },
  ];
  for (const end of ["onDone", "onFailed"] as const) {
    const { schedule, named } = scheduled(words);
    t.is(reported(schedule.start()), "start 0");
    schedule.onWritten(named(0));
    t.is(reported(schedule.onUnblocked(named(0))), "start 1");
    t.is(reported(schedule.onUnblocked(named(0))), "start");
    t.false(schedule.isOver);
    t.is(reported(schedule[end](named(0))), "start 2");
    schedule.onDone(named(1));
    t.is(reported(schedule.onDone(named(2))), "start 3");
    schedule.onDone(named(3));
    t.true(schedule.isOver);
  }
});

test("direct and indirect dependents of a failed object are skipped, each because of the one before it", (t) => {
  const { schedule, named } = scheduled([{}, { waits: [[0, "done"]] }, { waits: [[1, "written"]] }, {}]);
  t.is(reported(schedule.start()), "start 0 3");
  t.is(
    reported(schedule.onFailed(named(0))),
    "start, skip 1 because 0 depends-on, skip 2 because 1 depends-on",
  );
  t.false(schedule.isOver);
  schedule.onDone(named(3));
  t.true(schedule.isOver);
});

test("an object that fails after its write blocks only dependents that wait until it is done", (t) => {
  const { schedule, named } = scheduled([{}, { waits: [[0, "written"]] }, { waits: [[0, "done"]] }]);
  schedule.start();
  t.is(reported(schedule.onWritten(named(0))), "start 1");
  t.is(reported(schedule.onFailed(named(0))), "start, skip 2 because 0 depends-on");
});

test("an object that waits for the end of another starts when that has succeeded or failed", (t) => {
  const { schedule, named } = scheduled([
    {},
    { waits: [[0, "ended"]] },
    {},
    { waits: [[2, "ended"]] },
    { waits: [[2, "done"]] },
    { waits: [[4, "ended"]] },
  ]);
  t.is(reported(schedule.start()), "start 0 2");
  t.is(reported(schedule.onWritten(named(0))), "start");
  t.is(reported(schedule.onDone(named(0))), "start 1");
  t.is(reported(schedule.onFailed(named(2))), "start 3 5, skip 4 because 2 depends-on");
});

test("a failure skips the groups after its barrier", (t) => {
  const { schedule, named } = scheduled([{}, { group: 2, barriers: [1] }, { group: 3, barriers: [2] }]);
  schedule.start();
  t.is(reported(schedule.onFailed(named(0))), "start, skip 1 because 0 order, skip 2 because 1 order");
  t.true(schedule.isOver);
});

test("a wait for an external object begins when its dependents wait for nothing else", (t) => {
  const { schedule, named } = scheduled([
    {},
    {
      waits: [
        [0, "done"],
        [2, "done"],
      ],
    },
    { lazy: true, group: 0, operation: "wait" },
  ]);
  t.is(reported(schedule.start()), "start 0");
  t.is(reported(schedule.onDone(named(0))), "start 2");
  t.is(reported(schedule.onDone(named(2))), "start 1");
});

test("a wait for an external object whose dependents are skipped is dropped", (t) => {
  const { schedule, named } = scheduled([
    {},
    {
      waits: [
        [0, "done"],
        [2, "done"],
      ],
    },
    { lazy: true, group: 0, operation: "wait" },
  ]);
  schedule.start();
  t.regex(reported(schedule.onFailed(named(0))), /skip 2 because 1 unneeded$/);
  t.true(schedule.isOver);
});

test("the chain of an object consists of the last dependencies that unblocked it", (t) => {
  const { schedule, named } = scheduled([
    {},
    {},
    {
      waits: [
        [0, "done"],
        [1, "done"],
      ],
    },
  ]);
  schedule.start();
  schedule.onDone(named(1));
  schedule.onDone(named(0));
  t.deepEqual(
    schedule.chain(named(2)).map(({ index }) => index),
    [0, 2],
  );
});

const untils = ["written", "tried", "done", "ended"] as const;

const waitsBefore = (index: number): fc.Arbitrary<readonly (readonly [number, (typeof untils)[number]])[]> =>
  index === 0
    ? fc.constant([])
    : fc.uniqueArray(fc.tuple(fc.nat(index - 1), fc.constantFrom(...untils)), {
        maxLength: 4,
        selector: ([on]) => on,
      });

type State = "started" | "written" | "done" | "lost";

/** Whether a wait is over, given the state of the object that is awaited. */
const isOver: Readonly<Record<(typeof untils)[number], (seen: State | undefined) => boolean>> = {
  written: (seen) => seen !== undefined && seen !== "started",
  tried: (seen) => seen !== undefined && seen !== "started",
  done: (seen) => seen === "done",
  ended: (seen) => seen === "done" || seen === "lost",
};

const graphs = fc
  .integer({ min: 1, max: 25 })
  .chain((size) =>
    fc.tuple(
      fc.tuple(...Array.from({ length: size }, (_, index) => waitsBefore(index))),
      fc.array(fc.nat(), { minLength: 80, maxLength: 80 }),
    ),
  );

test("in any order of events all objects end, and none starts before the objects that it waits for", (t) => {
  fc.assert(
    fc.property(graphs, ([waits, choices]) => {
      const { schedule, named } = scheduled(waits.map((own) => ({ waits: own })));
      const state = new Map<number, State>();
      const running: number[] = [];
      const take = ({ start, skip }: Transitions): void => {
        for (const { task } of skip) {
          state.set(task.index, "lost");
        }
        for (const { index, waits: own } of start) {
          for (const { on, until } of own) {
            const seen = state.get(on);
            if (!isOver[until](seen)) {
              throw new Error(`${index} started while ${on} was ${seen ?? "held"}`);
            }
          }
          state.set(index, "started");
          running.push(index);
        }
        for (const { task } of skip) {
          if (task.waits.every(({ until }) => until === "ended" || until === "tried")) {
            throw new Error(`${task.index} was skipped and waits for nothing but ends and attempts`);
          }
        }
      };
      take(schedule.start());
      for (let step = 0; running.length > 0; step += 1) {
        const choice = choices[step % choices.length] ?? 0;
        const at = choice % running.length;
        const index = running[at] ?? 0;
        if (state.get(index) === "started" && choice % 3 === 0) {
          state.set(index, "written");
          take(schedule.onWritten(named(index)));
        } else {
          running.splice(at, 1);
          const isGood = choice % 5 !== 0;
          state.set(index, isGood ? "done" : "lost");
          take(isGood ? schedule.onDone(named(index)) : schedule.onFailed(named(index)));
        }
      }
      return schedule.isOver && state.size === waits.length;
    }),
  );
  t.pass();
});
