import test from "ava";

import { manualClock, type ManualClock } from "../../../fixtures/manual-clock.ts";
import { readiness, settle } from "../../../fixtures/controlled-run.ts";
import { because, tasks, type TaskWords } from "../../../fixtures/task.ts";
import { BugError } from "../../object/bug-error.ts";
import type { ApplyEvent, Diagnosis } from "../model/event.ts";
import type { OutcomeFields } from "../model/outcome.ts";
import type { Task } from "../model/task.ts";
import { GroupProgress } from "./group-tracker.ts";
import { OutcomeLog } from "./outcome-log.ts";
import { RunningTask } from "./running-task.ts";

interface Logged {
  readonly log: OutcomeLog;
  readonly clock: ManualClock;
  readonly all: readonly Task[];
  readonly task: (index: number) => Task;
  /** The reported events, one line each. */
  readonly lines: () => readonly string[];
  readonly events: readonly ApplyEvent[];
  /** Ends the diagnosis of a failure. */
  readonly diagnose: (index: number, diagnosis?: Diagnosis) => Promise<void>;
}

/** A log of tasks in one group, whose failures are diagnosed when the test calls `diagnose`. */
function logged(words: readonly TaskWords[]): Logged {
  const clock = manualClock(1000);
  const context = {
    clock: { ...clock, sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  };
  const all = tasks(words);
  const events: ApplyEvent[] = [];
  const emit = (event: ApplyEvent): void => void events.push(event);
  const diagnoses = all.map(() => Promise.withResolvers<Diagnosis | undefined>());
  const groups = new GroupProgress(
    {
      tasks: all,
      groups: [{ index: 1, stage: "main", weight: 0, operation: "apply", count: all.length }],
      weightTimeouts: new Map(),
      report: (group, state) => log.report({ type: "group", group, state }),
      expire: () => {},
    },
    context.clock,
  );
  const log = new OutcomeLog(
    { ...context, emit },
    { groups, investigate: ({ index }) => diagnoses[index]?.promise ?? Promise.resolve(undefined) },
  );
  const task = (index: number): Task => all[index] ?? missing(index);
  const diagnose = (index: number, diagnosis?: Diagnosis): Promise<void> => {
    diagnoses[index]?.resolve(diagnosis);
    return settle();
  };
  return { log, clock, all, task, events, lines: () => events.map(lineOf), diagnose };
}

function missing(index: number): never {
  throw new Error(`no task ${index}`);
}

function lineOf(event: ApplyEvent): string {
  if (event.type === "group") {
    return `group ${event.state}`;
  }
  if (event.type === "notice") {
    return `${event.level} ${event.target?.name ?? ""}: ${event.message}`;
  }
  if (event.type === "actuation" || event.type === "reconcile") {
    const message = event.message === undefined ? "" : `: ${event.message}`;
    return `${event.type} ${event.target.name} ${event.state}${message}`;
  }
  return event.type;
}

const ready: OutcomeFields = { actuation: "Succeeded", reconcile: "Succeeded", change: "created" };
const failed: OutcomeFields = { actuation: "Succeeded", reconcile: "Failed", message: "image is missing" };
const tolerated: OutcomeFields = { ...failed, tolerated: true };
const diagnosis: Diagnosis = { pods: ["pod/web-0: ImagePullBackOff"], events: [], logs: [], blockers: [] };

test("a success is reported immediately with its duration, and unblocks dependents", async (t) => {
  const { log, task, all, clock, events } = logged([{}, {}]);
  const startedAt = clock.now();
  clock.pass(2500);
  t.true(log.recordEnd(task(0), ready, startedAt));
  t.true(log.hasEnded(task(0)));
  t.false(log.hasEnded(task(1)));
  t.like(events, [{ at: 3500, type: "reconcile", state: "Succeeded", took: 2500 }]);
  t.like(await log.outcomesOf(all.slice(0, 1)), [{ group: 1, operation: "apply", ...ready }]);
});

test("the duration of an object is recorded if it was written and became ready", (t) => {
  const { log, all, clock } = logged([{}, {}, {}]);
  all.forEach((one) => log.recordWrite(one, {}, 0));
  clock.pass(2500);
  all.forEach((one, index) => log.recordEnd(one, index === 0 ? ready : failed, 0));
  t.deepEqual([...log.durations.values()], [2500]);
});

test("an object that never started has no duration", (t) => {
  const { log, task, events } = logged([{}]);
  log.recordEnd(task(0), ready, undefined);
  t.false(events.some((event) => "took" in event));
});

test("a failure is reported with its diagnosis after it is diagnosed", async (t) => {
  const { log, task, all, events, diagnose } = logged([{}]);
  t.false(log.recordEnd(task(0), failed, 0));
  t.true(log.hasEnded(task(0)));
  t.deepEqual(events, []);
  await diagnose(0, diagnosis);
  t.like(events[0], { type: "reconcile", state: "Failed", message: "image is missing", trouble: diagnosis });
  t.like(await log.outcomesOf(all), [{ ...failed, trouble: diagnosis }]);
  t.like(await log.outcomeOnceDiagnosed(0), { ...failed, trouble: diagnosis });
});

test("a failure for which no diagnosis is found is reported without one", async (t) => {
  const { log, task, events, diagnose } = logged([{}]);
  log.recordEnd(task(0), failed, 0);
  await diagnose(0);
  t.is(events.length, 2);
  t.false("trouble" in (events[0] ?? {}));
});

test("an ignored failure is diagnosed and unblocks dependents", async (t) => {
  const { log, task, lines, diagnose } = logged([{}, {}]);
  t.true(log.recordEnd(task(0), tolerated, 0));
  t.deepEqual(lines(), []);
  await diagnose(0, diagnosis);
  t.deepEqual(lines(), [
    "reconcile 0 Failed: image is missing",
    "warning 0: its failure is ignored because of werf.io/fail-mode",
  ]);
});

test("a group finishes after its last failure is reported", async (t) => {
  const logs = logged([{}, {}]);
  logs.log.recordEnd(logs.task(0), failed, 0);
  logs.log.recordEnd(logs.task(1), ready, 0);
  t.deepEqual(logs.lines(), ["reconcile 1 Succeeded"]);
  await logs.diagnose(0);
  t.deepEqual(logs.lines(), [
    "reconcile 1 Succeeded",
    "reconcile 0 Failed: image is missing",
    "group finished",
  ]);
});

test("an object that is skipped because of a failed object is reported after that failure", async (t) => {
  const logs = logged([{}, {}, {}]);
  logs.log.recordEnd(logs.task(0), failed, 0);
  logs.log.recordSkip({ task: logs.task(1), because: because(0, "depends-on") });
  logs.log.recordSkip({ task: logs.task(2), because: because(1, "depends-on") });
  await settle();
  t.deepEqual(logs.lines(), []);
  await logs.diagnose(0);
  t.deepEqual(logs.lines(), [
    "reconcile 0 Failed: image is missing",
    "actuation 1 Skipped",
    "actuation 2 Skipped",
    "group finished",
  ]);
});

test("an object that is skipped after two failures is reported after both diagnoses", async (t) => {
  const logs = logged([{}, {}, {}]);
  logs.log.recordEnd(logs.task(0), failed, 0);
  logs.log.recordEnd(logs.task(1), failed, 0);
  logs.log.recordSkip({ task: logs.task(2), because: because(1, "depends-on") });
  await logs.diagnose(1);
  t.deepEqual(logs.lines(), ["reconcile 1 Failed: image is missing"]);
  await logs.diagnose(0);
  t.deepEqual(logs.lines().slice(1), [
    "reconcile 0 Failed: image is missing",
    "actuation 2 Skipped",
    "group finished",
  ]);
});

test("without a failure a skipped object is reported immediately with the reason", (t) => {
  const { log, task, events } = logged([{}, {}]);
  log.recordSkip({ task: task(1), because: because(0, "depends-on") });
  t.like(events, [{ type: "actuation", state: "Skipped", because: because(0, "depends-on") }]);
  t.true(log.hasEnded(task(1)));
});

test("a wait for an external object that is no longer needed is skipped without blaming another object", async (t) => {
  const { log, task, all, lines } = logged([{}]);
  log.recordSkip({ task: task(0), because: because(0, "unneeded") });
  t.deepEqual(lines(), ["actuation 0 Skipped: no object waits for it", "group finished"]);
  const [outcome] = await log.outcomesOf(all);
  t.is(outcome?.because, undefined);
});

test("a task that is not needed ends without an outcome or an event", async (t) => {
  const { log, task, all, events } = logged([{}, {}]);
  log.recordUnneeded(task(0));
  log.recordEnd(task(1), ready, 0);
  t.true(log.hasEnded(task(0)));
  t.deepEqual(
    (await log.outcomesOf(all)).map(({ target }) => target.name),
    ["1"],
  );
  t.is(events.length, 1);
});

test("outcomes are in the order of the tasks, not of their ends, and wait for every diagnosis", async (t) => {
  const { log, task, all, diagnose } = logged([{}, {}, {}]);
  log.recordEnd(task(2), failed, 0);
  log.recordEnd(task(0), ready, 0);
  log.recordEnd(task(1), failed, 0);
  const outcomes = log.outcomesOf(all);
  await diagnose(1, diagnosis);
  await diagnose(2);
  t.deepEqual(
    (await outcomes).map(({ target, trouble }) => [target.name, trouble]),
    [
      ["0", undefined],
      ["1", diagnosis],
      ["2", undefined],
    ],
  );
});

test("objects outside all groups count as group 0", async (t) => {
  const { log, all, task } = logged([{ group: -3 }, { group: 0 }, { group: 1 }]);
  for (const index of [0, 1, 2]) {
    log.recordEnd(task(index), ready, 0);
  }
  t.deepEqual(
    (await log.outcomesOf(all)).map(({ group }) => group),
    [0, 0, 1],
  );
});

test("reading an outcome before the task has ended is an internal error", async (t) => {
  const { log, all } = logged([{}]);
  await t.throwsAsync(log.outcomeOnceDiagnosed(0), {
    instanceOf: BugError,
    message: "task 0 has no outcome yet",
  });
  await t.throwsAsync(log.outcomesOf(all), { instanceOf: BugError, message: /ConfigMap\/0 has no outcome$/ });
});

test("the critical path contains an object and its deletion once, and no unneeded task", (t) => {
  const { log, task } = logged([{}, {}, {}, {}]);
  const deletion = { ...task(1), index: 4, operation: "delete" } as const;
  log.recordUnneeded(task(2));
  t.deepEqual(
    log.keysOf([task(0), task(1), deletion, task(2), task(3)]).map((key) => key.split("/").at(-1)),
    ["0", "1", "3"],
  );
  t.is(log.keysOf([task(0), task(1), task(0)]).length, 3);
});

test("the effect of a task reports retries, waits and notices about its object", (t) => {
  const { log, task, events, clock } = logged([{}]);
  const context = { clock: { ...clock, sleep: () => Promise.resolve() }, ...quiet };
  const runningTask = new RunningTask(context, 1000, () => {});
  const acting = log.effectContext(task(0), runningTask);
  acting.retry("429 too many requests", 200);
  acting.notice("warning", "v1beta1 is deprecated");
  acting.waits(readiness("Terminating", "1 finalizer"));
  acting.waits(readiness("Terminating", "1 finalizer"));
  const { target } = task(0);
  t.deepEqual(events, [
    { at: 1000, type: "retry", target, message: "429 too many requests", delay: 200 },
    { at: 1000, type: "notice", level: "warning", target, message: "v1beta1 is deprecated" },
    { at: 1000, type: "status", target, readiness: readiness("Terminating", "1 finalizer") },
  ]);
  t.is(runningTask.withLastMessage("interrupted"), "interrupted: 1 finalizer");
  runningTask.end();
  t.true(acting.signal.aborted);
});

const quiet = { signal: new AbortController().signal, emit: (): void => {} };
