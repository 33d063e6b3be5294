import test from "ava";

import {
  followed,
  play,
  type ControlledRun,
  readiness,
  refusedWith,
  settle,
  reported,
} from "../../../fixtures/controlled-run.ts";
import type { TaskWords } from "../../../fixtures/task.ts";
import type { Outcome } from "../model/event.ts";
import type { Condition, EffectResult, Observation } from "../model/task.ts";
import { verdictOf } from "./run-verdict.ts";

const ignored = { failMode: "IgnoreAndContinueDeployProcess" } as const;
const immediate = { failMode: "FailWholeDeployProcessImmediately" } as const;

const broken: Observation = { type: "failed", message: "broken" };

const isMet: Condition["isMet"] = (outcome) =>
  outcome?.reconcile === "Failed" || outcome?.reconcile === "Timeout";

/** A task that runs only if the given one has failed. */
function afterFailure(on: number, words: TaskWords = {}): TaskWords {
  return {
    operation: "delete",
    group: -1,
    waits: [[on, "ended"]],
    ...words,
    more: { onlyAfter: { on, isMet } },
  };
}

async function outcomes({ ran }: ControlledRun): Promise<readonly string[]> {
  return (await ran).outcomes.map(reported);
}

test("dependents of an object with an ignored failure are applied, and the run converges", async (t) => {
  const web = followed();
  const played = play([{ act: web.act, more: ignored }, { waits: [[0, "done"]] }], { failFast: true });
  await settle();
  web.report(broken);
  t.deepEqual(await outcomes(played), ["Succeeded/Failed: broken", "Succeeded/Succeeded"]);
  const { outcomes: ends } = await played.ran;
  t.is(ends[0]?.tolerated, true);
  t.is(verdictOf(ends, false), "converged");
  t.true(played.events.some((event) => event.type === "notice" && event.level === "warning"));
});

test("dependents of an object with an ignored timeout are applied, and the run converges", async (t) => {
  const web = followed();
  const played = play([{ act: web.act, more: ignored }, { waits: [[0, "done"]] }]);
  await settle();
  played.clock.pass(1000);
  t.deepEqual(await outcomes(played), ["Succeeded/Timeout: not ready within 1s", "Succeeded/Succeeded"]);
  t.is(verdictOf((await played.ran).outcomes, false), "converged");
});

test("a refused write is not ignored", async (t) => {
  const played = play([{ act: refusedWith("no"), more: ignored }, { waits: [[0, "done"]] }]);
  t.deepEqual(await outcomes(played), ["Failed/Skipped: no", "Skipped/Skipped: because of 0"]);
});

test("an interrupted run with only an ignored failure counts as interrupted", async (t) => {
  const web = followed();
  const played = play([{ act: web.act, more: ignored }]);
  await settle();
  played.interrupt.abort();
  t.is(verdictOf((await played.ran).outcomes, true), "interrupted");
});

test("the failure of an object with the fail mode for it stops the whole run", async (t) => {
  const [web, slow] = [followed(), followed()];
  const played = play([{ act: web.act, more: immediate }, { act: slow.act }]);
  await settle();
  web.report(broken);
  t.deepEqual(await outcomes(played), [
    "Succeeded/Failed: broken",
    "Succeeded/Failed: stopped: /namespaces/test/ConfigMap/0 failed",
  ]);
});

test("a conditional task whose condition is not met has no events and is not on the critical path", async (t) => {
  const played = play([{}, afterFailure(0), { group: 2, barriers: [1, -1] }]);
  t.deepEqual(await outcomes(played), ["Succeeded/Succeeded", "Succeeded/Succeeded"]);
  t.false(played.events.some((event) => "target" in event && event.target.name === "1"));
  const { criticalPath } = await played.ran;
  t.deepEqual(
    criticalPath.map((key) => key.split("/").at(-1)),
    ["0", "2"],
  );
});

test("a task that runs after a failure starts when the failure is diagnosed", async (t) => {
  const web = followed();
  const found = Promise.withResolvers<undefined>();
  const played = play([{ act: web.act }, afterFailure(0)], { investigate: () => found.promise });
  await settle();
  web.report(broken);
  await settle();
  t.false(played.events.some((event) => event.type === "sending" && event.target.name === "1"));
  found.resolve(undefined);
  t.deepEqual(await outcomes(played), ["Succeeded/Failed: broken", "Succeeded/Succeeded"]);
  const steps = played.events.flatMap((event) =>
    event.type === "reconcile" || event.type === "sending" ? [`${event.type} ${event.target.name}`] : [],
  );
  t.deepEqual(steps, ["sending 0", "reconcile 0", "sending 1", "reconcile 1"]);
});

test("with fail-fast, tasks that run after the failure still run", async (t) => {
  const [web, slow] = [followed(), followed()];
  const played = play([{ act: web.act }, { act: slow.act }, afterFailure(0), afterFailure(1)], {
    failFast: true,
  });
  await settle();
  web.report(broken);
  t.deepEqual(await outcomes(played), [
    "Succeeded/Failed: broken",
    "Succeeded/Failed: stopped: /namespaces/test/ConfigMap/0 failed",
    "Succeeded/Succeeded",
  ]);
});

test("an object that waits only for the end of another is skipped once if the run is interrupted", async (t) => {
  const slow = Promise.withResolvers<EffectResult>();
  const words: readonly TaskWords[] = [
    { act: () => slow.promise },
    { waits: [[0, "done"]] },
    { waits: [[1, "ended"]] },
  ];
  const played = play(words, { concurrency: 1 });
  await settle();
  played.interrupt.abort();
  slow.resolve({});
  await played.ran;
  await settle();
  const skipped = played.events.filter((event) => event.type === "actuation" && event.target.name === "2");
  t.is(skipped.length, 1);
});

test("an interrupted run starts no cleanup, and ends a running cleanup", async (t) => {
  const web = followed();
  const interrupted = play([{ act: web.act }, afterFailure(0)]);
  await settle();
  interrupted.interrupt.abort();
  t.deepEqual(await outcomes(interrupted), ["Succeeded/Interrupted: interrupted"]);

  const [failing, removal] = [followed(), followed()];
  const late = play([{ act: failing.act }, afterFailure(0, { act: removal.act })], { failFast: true });
  await settle();
  failing.report(broken);
  await settle();
  late.interrupt.abort();
  t.deepEqual(await outcomes(late), ["Succeeded/Failed: broken", "Succeeded/Interrupted: interrupted"]);
});

test("after the timeout of the run, objects that failed by it are still cleaned up, within 30 seconds", async (t) => {
  const [web, removal] = [followed(), followed()];
  const played = play([{ act: web.act }, afterFailure(0, { act: removal.act, timeout: 300_000 })]);
  await settle();
  played.deadline.abort();
  await settle();
  played.clock.pass(30_000);
  t.deepEqual(await outcomes(played), [
    "Succeeded/Timeout: the run timed out",
    "Succeeded/Timeout: not deleted within 30s",
  ]);
});

test("an object without a change during its no-activity-timeout times out", async (t) => {
  const web = followed();
  const words = { act: web.act, timeout: 60_000, more: { noActivityTimeout: 1000 } };
  const played = play([words]);
  await settle();
  const see = (message: string, byTime: boolean): void => {
    web.report({ type: "readiness", readiness: readiness("InProgress", message), byTime });
  };
  for (const message of ["1 of 3", "1 of 3", "2 of 3"]) {
    played.clock.pass(900);
    see(message, false);
  }
  played.clock.pass(900);
  see("2 of 3", true);
  played.clock.pass(100);
  t.deepEqual(await outcomes(played), ["Succeeded/Timeout: it has not changed for 1s: 2 of 3"]);
  t.is(played.clock.pending(), 0);
});

test("an ignored failure does not hide the timeout of another object", (t) => {
  const target = { key: "a", group: "", kind: "ConfigMap", namespace: "", name: "a" };
  const end = { target, operation: "apply", group: 1, actuation: "Succeeded" } as const;
  const late: Outcome = { ...end, reconcile: "Timeout" };
  t.is(verdictOf([{ ...end, reconcile: "Failed", tolerated: true }, late], false), "timedOut");
});

test("a run without tasks ends immediately, without events", async (t) => {
  const played = play([]);
  t.deepEqual(await played.ran, { outcomes: [], criticalPath: [], durations: new Map() });
  t.deepEqual(played.events, []);
});

test("a failure that stops the run skips tasks that wait only for the attempted write", async (t) => {
  const refused = { act: refusedWith("denied") };
  const played = play([refused, { waits: [[0, "tried"]] }], { failFast: true });
  t.deepEqual(await outcomes(played), [
    "Failed/Skipped: denied",
    "Skipped/Skipped: stopped: /namespaces/test/ConfigMap/0 failed",
  ]);
});

test("an internal error ends the run without further writes or waits", async (t) => {
  const [slow, bug] = [Promise.withResolvers<EffectResult>(), Promise.withResolvers<never>()];
  const web = followed();
  const played = play(
    [
      { act: () => bug.promise },
      { act: () => slow.promise },
      { act: web.act },
      { waits: [[1, "written"]] },
      { waits: [[2, "done"]] },
    ],
    { concurrency: 3 },
  );
  await settle();
  bug.reject(new TypeError("cannot read"));
  await t.throwsAsync(played.ran, { instanceOf: TypeError, message: "cannot read" });
  t.is(played.clock.pending(), 0);
  const before = played.events.length;
  slow.resolve({ change: "created" });
  web.report({ type: "done", message: "" });
  played.clock.pass(10_000);
  await settle();
  t.is(played.events.length, before);
});
