import test, { type ExecutionContext } from "ava";

import {
  followed,
  play,
  type ControlledRun,
  readiness,
  refusedWith,
  settle,
  reported,
} from "../../../fixtures/controlled-run.ts";
import { BugError } from "../../object/bug-error.ts";
import type { EffectResult } from "../model/task.ts";

async function outcomes(
  t: ExecutionContext,
  { ran }: ControlledRun,
  expected: readonly string[],
): Promise<void> {
  t.deepEqual((await ran).outcomes.map(reported), expected);
}

test("an object that needs no waiting succeeds when it is written", async (t) => {
  await outcomes(t, play([{}]), ["Succeeded/Succeeded"]);
});

test("an object is waited for until it is ready", async (t) => {
  const web = followed();
  const played = play([{ act: web.act }, { waits: [[0, "done"]] }]);
  await settle();
  web.report({ type: "readiness", readiness: readiness("InProgress", "1 of 2") });
  await settle();
  t.false(played.events.some((event) => event.type === "sending" && event.target.name === "1"));
  web.report({ type: "readiness", readiness: readiness("Current") });
  await outcomes(t, played, ["Succeeded/Succeeded", "Succeeded/Succeeded"]);
});

test("an unchanged readiness is reported once", async (t) => {
  const web = followed();
  const played = play([{ act: web.act }]);
  await settle();
  for (const message of ["1 of 2", "1 of 2", "2 of 2"]) {
    web.report({ type: "readiness", readiness: readiness("InProgress", message) });
  }
  web.report({ type: "done" });
  await played.ran;
  t.is(played.events.filter(({ type }) => type === "status").length, 2);
});

test("a failed object ends before its timeout", async (t) => {
  const web = followed();
  const played = play([{ act: web.act }, { waits: [[0, "done"]] }]);
  await settle();
  web.report({ type: "readiness", readiness: readiness("Failed", "image is missing") });
  await outcomes(t, played, ["Succeeded/Failed: Reason: image is missing", "Skipped/Skipped: because of 0"]);
  t.is(played.clock.pending(), 0);
});

test("the timeout of an object contains its last readiness message", async (t) => {
  const web = followed();
  const played = play([{ act: web.act, timeout: 90_000 }]);
  await settle();
  web.report({ type: "readiness", readiness: readiness("InProgress", "1 of 2 replicas") });
  played.clock.pass(90_000);
  await outcomes(t, played, ["Succeeded/Timeout: not ready within 1m30s: 1 of 2 replicas"]);
});

test("the timeout of an object starts when it is sent", async (t) => {
  const first = followed();
  const second = followed();
  const played = play([
    { act: first.act, timeout: 1000 },
    { act: second.act, waits: [[0, "done"]], timeout: 1000 },
  ]);
  await settle();
  played.clock.pass(999);
  first.report({ type: "done" });
  await settle();
  played.clock.pass(999);
  second.report({ type: "done" });
  await outcomes(t, played, ["Succeeded/Succeeded", "Succeeded/Succeeded"]);
});

test("a refused write fails, and only its dependents are skipped", async (t) => {
  const refused = refusedWith("forbidden");
  const played = play([{ act: refused }, { waits: [[0, "written"]] }, {}]);
  await outcomes(t, played, [
    "Failed/Skipped: forbidden",
    "Skipped/Skipped: because of 0",
    "Succeeded/Succeeded",
  ]);
});

test("an internal error is thrown instead of reported as an outcome", async (t) => {
  const played = play([{ act: () => Promise.reject(new BugError("ours")) }]);
  await t.throwsAsync(played.ran, { instanceOf: BugError });
});

test("with fail-fast the first failure ends all other objects", async (t) => {
  const web = followed();
  const refused = refusedWith("no");
  const played = play([{ act: web.act }, { act: refused }, { waits: [[0, "done"]] }], { failFast: true });
  await outcomes(t, played, [
    "Succeeded/Failed: stopped: /namespaces/test/ConfigMap/1 failed",
    "Failed/Skipped: no",
    "Skipped/Skipped: stopped: /namespaces/test/ConfigMap/1 failed",
  ]);
});

test("an interrupted run starts no further objects and stops waiting", async (t) => {
  const web = followed();
  const played = play([{ act: web.act }, { waits: [[0, "done"]] }]);
  await settle();
  played.interrupt.abort();
  await outcomes(t, played, ["Succeeded/Interrupted: interrupted", "Skipped/Skipped: interrupted"]);
  t.is(played.clock.pending(), 0);
});

test("an interrupted run waits up to five seconds for a write in flight", async (t) => {
  const played = play([{ act: () => new Promise(() => {}) }]);
  await settle();
  played.interrupt.abort();
  await settle();
  t.is(played.clock.pending(), 1);
  played.clock.pass(5000);
  await outcomes(t, played, ["Failed/Timeout: interrupted"]);
});

test("a run that is interrupted before it begins sends nothing", async (t) => {
  const played = play([{}], {}, AbortSignal.abort());
  await outcomes(t, played, ["Skipped/Skipped: interrupted"]);
  t.false(played.events.some(({ type }) => type === "sending"));
});

test("objects that are awaited at the timeout of the run time out", async (t) => {
  const web = followed();
  const played = play([{ act: web.act }, { waits: [[0, "done"]] }]);
  await settle();
  played.deadline.abort();
  const over = "the run timed out";
  await outcomes(t, played, [`Succeeded/Timeout: ${over}`, `Skipped/Skipped: ${over}`]);
});

test("the timeout of a weight starts with its first object and does not affect other weights", async (t) => {
  const slow = followed();
  const other = followed();
  const played = play(
    [
      { act: slow.act, group: 2, timeout: 9000 },
      { act: other.act, timeout: 9000 },
    ],
    {
      weightTimeouts: new Map([[2, 500]]),
    },
  );
  await settle();
  played.clock.pass(500);
  other.report({ type: "done" });
  await outcomes(t, played, [
    "Succeeded/Timeout: weight 2 was not ready within 500ms",
    "Succeeded/Succeeded",
  ]);
});

test("the number of concurrent writes is limited", async (t) => {
  let open = 0;
  let most = 0;
  const act = async (): Promise<EffectResult> => {
    open += 1;
    most = Math.max(most, open);
    await settle();
    open -= 1;
    return {};
  };
  await play(
    Array.from({ length: 20 }, () => ({ act })),
    { concurrency: 3 },
  ).ran;
  t.is(most, 3);
});

test("a group starts with its first object and finishes after its last one, when all failures are reported", async (t) => {
  const refused = refusedWith("no");
  const played = play([{}, { act: refused }, { group: 2, barriers: [1] }]);
  await played.ran;
  const steps = played.events.flatMap((event) => {
    if (event.type === "group") {
      return [`${event.group.index} ${event.state}`];
    }
    return event.type === "reconcile" && event.state !== "Succeeded" ? [event.target.name] : [];
  });
  t.deepEqual(steps, ["1 started", "1", "1 finished", "2 finished"]);
});

test("the critical path is the chain that ended last", async (t) => {
  const slow = followed();
  const played = play([
    { act: slow.act },
    {},
    {
      waits: [
        [0, "done"],
        [1, "done"],
      ],
    },
  ]);
  await settle();
  slow.report({ type: "done" });
  const { criticalPath } = await played.ran;
  t.deepEqual(
    criticalPath.map((key) => key.split("/").at(-1)),
    ["0", "2"],
  );
});
