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

/** A task that is run where that one has failed. */
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

test("a failure that is ignored lets go on what waits for the object, and the run ends well", async (t) => {
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

test("a timeout that is ignored counts no more than a failure", async (t) => {
  const web = followed();
  const played = play([{ act: web.act, more: ignored }, { waits: [[0, "done"]] }]);
  await settle();
  played.clock.pass(1000);
  t.deepEqual(await outcomes(played), ["Succeeded/Timeout: not ready within 1s", "Succeeded/Succeeded"]);
  t.is(verdictOf((await played.ran).outcomes, false), "converged");
});

test("a write that is refused is not ignored", async (t) => {
  const played = play([{ act: refusedWith("no"), more: ignored }, { waits: [[0, "done"]] }]);
  t.deepEqual(await outcomes(played), ["Failed/Skipped: no", "Skipped/Skipped: because of 0"]);
});

test("an interrupted run has not converged because a failure would be ignored", async (t) => {
  const web = followed();
  const played = play([{ act: web.act, more: ignored }]);
  await settle();
  played.interrupt.abort();
  t.is(verdictOf((await played.ran).outcomes, true), "interrupted");
});

test("the failure of an object that asks for it ends everything", async (t) => {
  const [web, slow] = [followed(), followed()];
  const played = play([{ act: web.act, more: immediate }, { act: slow.act }]);
  await settle();
  web.report(broken);
  t.deepEqual(await outcomes(played), [
    "Succeeded/Failed: broken",
    "Succeeded/Failed: stopped: /namespaces/test/ConfigMap/0 failed",
  ]);
});

test("what is not needed after the end of another leaves no trace", async (t) => {
  const played = play([{}, afterFailure(0), { group: 2, barriers: [1, -1] }]);
  t.deepEqual(await outcomes(played), ["Succeeded/Succeeded", "Succeeded/Succeeded"]);
  t.false(played.events.some((event) => "target" in event && event.target.name === "1"));
  const { criticalPath } = await played.ran;
  t.deepEqual(
    criticalPath.map((key) => key.split("/").at(-1)),
    ["0", "2"],
  );
});

test("what is needed after a failure begins when it is found out why that failed", async (t) => {
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

test("with fail-fast what is needed after the failure is still run", async (t) => {
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

test("an object that waits only for the end of another is skipped once where the run ends", async (t) => {
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

test("an interrupted run cleans nothing up, and ends what it was cleaning up", async (t) => {
  const web = followed();
  const interrupted = play([{ act: web.act }, afterFailure(0)]);
  await settle();
  interrupted.interrupt.abort();
  t.deepEqual(await outcomes(interrupted), ["Succeeded/Interrupted: interrupted"]);

  const [failing, going] = [followed(), followed()];
  const late = play([{ act: failing.act }, afterFailure(0, { act: going.act })], { failFast: true });
  await settle();
  failing.report(broken);
  await settle();
  late.interrupt.abort();
  t.deepEqual(await outcomes(late), ["Succeeded/Failed: broken", "Succeeded/Interrupted: interrupted"]);
});

test("when the time of the run is over, what has failed by that is still cleaned up, within half a minute", async (t) => {
  const [web, going] = [followed(), followed()];
  const played = play([{ act: web.act }, afterFailure(0, { act: going.act, timeout: 300_000 })]);
  await settle();
  played.deadline.abort();
  await settle();
  played.clock.pass(30_000);
  t.deepEqual(await outcomes(played), [
    "Succeeded/Timeout: the run timed out",
    "Succeeded/Timeout: not deleted within 30s",
  ]);
});

test("an object about which nothing changes has run out of time, one that changes has not", async (t) => {
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

test("a tolerated failure does not hide another one", (t) => {
  const target = { key: "a", group: "", kind: "ConfigMap", namespace: "", name: "a" };
  const end = { target, operation: "apply", group: 1, actuation: "Succeeded" } as const;
  const late: Outcome = { ...end, reconcile: "Timeout" };
  t.is(verdictOf([{ ...end, reconcile: "Failed", tolerated: true }, late], false), "timedOut");
});

test("a run without tasks ends at once, without events", async (t) => {
  const played = play([]);
  t.deepEqual(await played.ran, { outcomes: [], criticalPath: [], durations: new Map() });
  t.deepEqual(played.events, []);
});

test("a failure that stops the run starts nothing that only waits for the attempt", async (t) => {
  const refused = { act: refusedWith("denied") };
  const played = play([refused, { waits: [[0, "tried"]] }], { failFast: true });
  t.deepEqual(await outcomes(played), [
    "Failed/Skipped: denied",
    "Skipped/Skipped: stopped: /namespaces/test/ConfigMap/0 failed",
  ]);
});

test("a bug ends the run: nothing more is written, nor waited for", async (t) => {
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
