import test from "ava";

import { offlineSession, type OfflineSession } from "../../../fixtures/offline-session.ts";
import { followed, readiness, reported, settle } from "../../../fixtures/controlled-run.ts";
import { samplePlan } from "../../../fixtures/sample-plan.ts";
import { tasks, type TaskWords } from "../../../fixtures/task.ts";
import type { ApplyEvent, GroupFacts } from "../model/event.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import type { WriteChoices } from "../model/write-choices.ts";
import { LockLostError } from "../store/lock.ts";
import type { ExecutionResult } from "./executor-options.ts";
import { endingOf, executeTasks, type ListRun } from "./execute-run.ts";

const plan = samplePlan({ groups: [{ objects: ["v1 ConfigMap shop/env"] }] });
const group: GroupFacts = { index: 1, stage: "main", weight: 0, operation: "apply", count: 1 };

interface Running extends OfflineSession {
  readonly ran: Promise<ExecutionResult>;
  readonly lockLost: AbortController;
  /** The number of times the run has reported that its tasks begin. */
  readonly begun: () => number;
}

interface RunFacts {
  readonly timeouts?: Partial<ReleaseRequest["timeouts"]>;
  readonly dryRun?: WriteChoices["dryRun"];
  readonly rollback?: ListRun["request"]["rollback"];
  readonly failFast?: boolean;
  readonly groups?: readonly GroupFacts[];
}

function running(words: readonly TaskWords[], course: RunFacts = {}): Running {
  const { timeouts, dryRun = false, rollback, failFast = false, groups = [group] } = course;
  const session = offlineSession();
  const lockLost = new AbortController();
  let begun = 0;
  const request: ListRun["request"] = {
    release: "shop",
    namespace: undefined,
    choices: { ...session.deps.choices, dryRun },
    readiness: "converge",
    concurrency: 4,
    failFast,
    timeouts: { run: undefined, lock: 0, prune: 0, external: 0, weights: new Map(), ...timeouts },
    deleteContents: false,
    timeout: 300_000,
    hooks: true,
    ...(rollback === undefined ? {} : { rollback }),
  };
  const ran = executeTasks(
    { tasks: tasks(words), groups },
    { plan, request, session, stop: lockLost.signal },
    {
      ...session.context,
      begin: () => {
        begun += 1;
      },
    },
  );
  return { ...session, ran, lockLost, begun: () => begun };
}

function start(events: readonly ApplyEvent[]): Extract<ApplyEvent, { readonly type: "start" }> | undefined {
  return events.find((event) => event.type === "start");
}

async function ends({ ran }: Running): Promise<readonly string[]> {
  return (await ran).outcomes.map(reported);
}

test("a run announces its release, its objects and its groups before anything is sent", async (t) => {
  const run = running([{}, { operation: "prune" }]);
  await run.ran;
  const [first] = run.events;
  t.like(first, {
    type: "start",
    at: 0,
    action: "install",
    release: "sample",
    namespace: "default",
    server: "https://127.0.0.1:6443",
    dryRun: false,
    groups: [group],
  });
  t.deepEqual(
    start(run.events)?.objects.map(({ target, operation }) => `${operation} ${target.name}`),
    ["apply 0", "prune 1"],
  );
  t.is(run.begun(), 1);
});

test("an object that is deleted only after a failure is not part of the announcement", async (t) => {
  const cleanup: TaskWords = {
    operation: "delete",
    group: -1,
    waits: [[0, "ended"]],
    more: { onlyAfter: { on: 0, isMet: () => false } },
  };
  const run = running([{}, cleanup]);
  await run.ran;
  t.is(start(run.events)?.objects.length, 1);
});

/** The announcement of a rollback or a dry run. */
const announces = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, course: RunFacts, expected: object) {
    const run = running([{}], course);
    await run.ran;
    t.like(start(run.events), expected);
    t.is(start(run.events)?.rollbackTo, course.rollback?.number);
  },
});

test(
  announces,
  "the announcement of a rollback contains its revision",
  { rollback: { number: 3 } },
  { rollbackTo: 3 },
);
test(announces, "a server-side dry run is announced as a dry run", { dryRun: "server" }, { dryRun: true });
test(announces, "a client-side dry run is announced as a dry run", { dryRun: "client" }, { dryRun: true });

test("a group is reported when its first object begins and when its last one has ended", async (t) => {
  const run = running([{}]);
  await run.ran;
  t.deepEqual(
    run.events.flatMap((event) => (event.type === "group" ? [event.state] : [event.type])),
    ["start", "started", "sending", "actuation", "reconcile", "finished"],
  );
});

test("objects that are not ready at the timeout of the run time out", async (t) => {
  const web = followed();
  const run = running([{ act: web.act, timeout: 600_000 }], { timeouts: { run: 60_000 } });
  await settle();
  web.report({ type: "readiness", readiness: readiness("InProgress", "1 of 2 replicas") });
  run.clock.pass(60_000);
  t.deepEqual(await ends(run), ["Succeeded/Timeout: the run timed out: 1 of 2 replicas"]);
  t.is(run.clock.pending(), 0);
});

test("a run that ends before its timeout leaves no timer", async (t) => {
  const run = running([{}], { timeouts: { run: 60_000 } });
  t.deepEqual(await ends(run), ["Succeeded/Succeeded"]);
  t.is(run.clock.pending(), 0);
});

test("a run without a timeout waits for the timeouts of its objects", async (t) => {
  const web = followed();
  const run = running([{ act: web.act, timeout: 86_400_000 }]);
  await settle();
  run.clock.pass(86_399_999);
  web.report({ type: "done" });
  t.deepEqual(await ends(run), ["Succeeded/Succeeded"]);
});

test("the timeout of a weight ends the objects of its group", async (t) => {
  const web = followed();
  const run = running([{ act: web.act, timeout: 600_000 }], {
    timeouts: { weights: new Map([[0, 30_000]]) },
  });
  await settle();
  run.clock.pass(30_000);
  t.deepEqual(await ends(run), ["Succeeded/Timeout: weight 0 was not ready within 30s"]);
});

test("a run that loses its lock ends, and the objects that it waits for fail", async (t) => {
  const run = running([{ act: followed().act }, { waits: [[0, "done"]] }]);
  await settle();
  run.lockLost.abort(new LockLostError("shop", undefined));
  t.deepEqual(await ends(run), [
    "Succeeded/Failed: another run has taken the lock of release shop",
    "Skipped/Skipped: another run has taken the lock of release shop",
  ]);
});

test("an interrupted run ends, and the objects that it waits for are interrupted", async (t) => {
  const run = running([{ act: followed().act }]);
  await settle();
  run.interrupt.abort();
  t.deepEqual(await ends(run), ["Succeeded/Interrupted: interrupted"]);
});

test("with fail-fast the first failure ends the run", async (t) => {
  const [web, api] = [followed(), followed()];
  const run = running([{ act: web.act }, { act: api.act }], { failFast: true });
  await settle();
  web.report({ type: "failed", message: "broken" });
  t.deepEqual(await ends(run), [
    "Succeeded/Failed: broken",
    "Succeeded/Failed: stopped: /namespaces/test/ConfigMap/0 failed",
  ]);
});

test("a failed object of a kind that is not served is reported without a diagnosis", async (t) => {
  const run = running([{ act: () => Promise.reject(new Error("no")) }]);
  const { outcomes } = await run.ran;
  t.is(outcomes[0]?.trouble, undefined);
});

test("after its tasks begin, a run caches only objects that have a listener", async (t) => {
  const run = running([{}]);
  run.deps.liveObjects.take({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "env", namespace: "shop" },
  });
  t.is(run.deps.liveObjects.get("/namespaces/shop/ConfigMap/env"), undefined);
  await run.ran;
});

/** The verdict on a run by its outcomes. */
const verdicts = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, words: TaskWords, verdict: string, interrupts = false) {
    const run = running([words]);
    if (interrupts) {
      await settle();
      run.interrupt.abort();
    }
    const ran = await run.ran;
    const { durations: _, ...end } = ran;
    t.deepEqual(endingOf(ran, run.context), { ...end, verdict });
  },
});

test(verdicts, "a run whose objects are all ready has converged", {}, "converged");
test(
  verdicts,
  "a run with a refused write has failed",
  { act: () => Promise.reject(new Error("no")) },
  "failed",
);
test(
  verdicts,
  "a run that was interrupted while it waited was interrupted",
  { act: followed().act },
  "interrupted",
  true,
);
test(verdicts, "a run that was interrupted after its last object has converged", {}, "converged", true);
