import test from "ava";

import { offlineRun, servedKinds } from "../../../fixtures/offline-run.ts";
import { targetOf, outcomeOf } from "../../../fixtures/recorded-run.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import type { Outcome } from "../model/event.ts";
import { hasTouched, storeFailure, summarizeRun, finishedJobs } from "./run-summary-record.ts";
import { decisionOn } from "../../../fixtures/decided-object.ts";
import { hook, object, planned } from "../../../fixtures/planned.ts";
import { manifestHash } from "../../inventory/applyset-membership.ts";
import type { JsonObject } from "../../object/json.ts";

function outcomeNamed(name: string, facts: Partial<Outcome> = {}): Outcome {
  return {
    target: targetOf(`/namespaces/shop/ConfigMap/${name}`),
    operation: "apply",
    group: 1,
    actuation: "Succeeded",
    reconcile: "Succeeded",
    ...facts,
  };
}

const facts = { at: 7, action: "upgrade", mask: (text: string) => text.replaceAll("secret", "(hidden)") };

test("only the verdict of a successful run is recorded", (t) => {
  t.deepEqual(summarizeRun({ verdict: "converged", outcomes: [outcomeNamed("env")] }, facts), {
    at: 7,
    action: "upgrade",
    verdict: "converged",
    undone: [],
    more: 0,
  });
});

test("objects that did not succeed are recorded with their reasons, without values of Secrets", (t) => {
  const because = { on: "apps/namespaces/shop/Deployment/db", rule: "depends-on", until: "ready" } as const;
  const outcomes = [
    outcomeNamed("env"),
    outcomeNamed("bad", { actuation: "Failed", reconcile: "Skipped", message: "refused: secret" }),
    outcomeNamed("web", { actuation: "Skipped", reconcile: "Skipped", because }),
  ];
  const { undone } = summarizeRun({ verdict: "failed", outcomes }, facts);
  t.deepEqual(
    undone.map(({ key, message }) => [key, message]),
    [
      ["/namespaces/shop/ConfigMap/bad", "refused: (hidden)"],
      ["/namespaces/shop/ConfigMap/web", "waits for apps/namespaces/shop/Deployment/db (depends-on)"],
    ],
  );
});

test("the record of a run with many long failures stays small", (t) => {
  const message = "x".repeat(10_000);
  const outcomes = Array.from({ length: 1000 }, (_, index) =>
    outcomeNamed(String(index), { actuation: "Failed", reconcile: "Skipped", message }),
  );
  const run = summarizeRun({ verdict: "failed", outcomes }, facts);
  t.is(run.undone.length + run.more, 1000);
  t.true(JSON.stringify(run).length < 50_000);
});

test("a run with only unchanged objects has touched nothing", (t) => {
  t.false(hasTouched([outcomeNamed("env", { change: "unchanged" }), outcomeNamed("waited")]));
  t.true(hasTouched([outcomeNamed("env", { change: "configured" })]));
  t.true(hasTouched([outcomeNamed("env", { actuation: "Failed" })]));
});

test("an ignored failure is not recorded", (t) => {
  const tolerated = outcomeNamed("web", { reconcile: "Failed", tolerated: true });
  t.deepEqual(summarizeRun({ verdict: "converged", outcomes: [tolerated] }, facts).undone, []);
});

/** The recorded message of an object that has failed with the given one. */
function recordedMessage(message: string): string | undefined {
  const outcomes = [outcomeNamed("a", { actuation: "Failed", message })];
  return summarizeRun({ verdict: "failed", outcomes }, facts).undone[0]?.message;
}

test("a recorded message is redacted and then truncated to 500 characters", (t) => {
  t.is(recordedMessage("x".repeat(500)), "x".repeat(500));
  t.is(recordedMessage("x".repeat(501)), `${"x".repeat(500)}…`);
  t.is(recordedMessage(`${"x".repeat(494)}secret`), `${"x".repeat(494)}(hidde…`);
  t.is(recordedMessage(""), "");
});

test("the first 50 failed objects are recorded in the order of the run, with the number of the others", (t) => {
  const outcomes = Array.from({ length: 53 }, (_, index) =>
    outcomeNamed(String(index), { actuation: "Failed" }),
  );
  const { undone, more } = summarizeRun({ verdict: "failed", outcomes }, facts);
  t.is(more, 3);
  t.deepEqual(
    undone.map(({ key }) => key),
    Array.from({ length: 50 }, (_, index) => `/namespaces/shop/ConfigMap/${index}`),
  );
});

test("recording a failure causes no error if the record cannot be written", async (t) => {
  const place = { context: offlineRun().context, kinds: servedKinds([]), release: "web", namespace: "shop" };
  const stored = newParent("web", "shop");
  const lost = new AbortController().signal;
  await t.notThrowsAsync(storeFailure({ ...stored, installed: true }, place, { stored, lost }));
});

const key = "batch/namespaces/default/Job/seed";
const ttl = { ttlSecondsAfterFinished: 60 };

function seed(spec: JsonObject = ttl, annotations: Readonly<Record<string, string>> = {}): JsonObject {
  return object("Job/seed", { annotations, body: { spec } });
}

const good = { actuation: "Succeeded", reconcile: "Succeeded" } as const;

interface Course {
  /** The hashes of Jobs that earlier runs have completed, by key. */
  readonly before?: ReadonlyMap<string, string>;
  readonly outcome?: Parameters<typeof outcomeOf>[1];
}

/** The keys of the Jobs of a set that have completed and have a TTL. */
function finished(made: JsonObject, { before = new Map(), outcome = good }: Course = {}): readonly string[] {
  const outcomes = [outcomeOf(key, outcome), outcomeOf("/namespaces/default/ConfigMap/env", good)];
  return [...finishedJobs(planned([made, object("ConfigMap/env")]).plan, before, outcomes).keys()];
}

test("a completed Job with a TTL is recorded with the hash of its manifest", (t) => {
  const { plan } = planned([seed()]);
  t.deepEqual(finishedJobs(plan, new Map(), [outcomeOf(key, good)]), new Map([[key, manifestHash(seed())]]));
});

test("a TTL of zero seconds counts as a TTL", (t) => {
  t.deepEqual(finished(seed({ ttlSecondsAfterFinished: 0 })), [key]);
});

/** Expects that a Job is not recorded. */
const omits = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, ...on: Parameters<typeof finished>) {
    t.deepEqual(finished(...on), []);
  },
});

test(omits, "a Job without a TTL is not recorded", seed({}));
test(omits, "a hook Job is not recorded", seed(ttl, hook("pre-install")));
test(omits, "a failed Job is not recorded", seed(), {
  outcome: { actuation: "Succeeded", reconcile: "Failed" },
});
test(omits, "a Job that was not waited for is not recorded", seed(), {
  outcome: { actuation: "Succeeded", reconcile: "Skipped" },
});
test(omits, "a deleted Job is not recorded", seed(), {
  outcome: { ...good, operation: "delete" },
});
test(
  omits,
  "an object of another kind with a TTL is not recorded",
  object("ConfigMap/seed", { body: { spec: ttl } }),
);

const skipped = { actuation: "Skipped", reconcile: "Skipped" } as const;

test("a Job that an earlier run has completed stays recorded until its manifest changes", (t) => {
  const before = new Map([[key, manifestHash(seed())]]);
  t.deepEqual(finished(seed(), { before, outcome: skipped }), [key]);
  t.deepEqual(finished(seed({ ttlSecondsAfterFinished: 90 }), { before, outcome: skipped }), []);
});

test("a Job that is no longer in the set is not recorded", (t) => {
  t.deepEqual(finished(object("ConfigMap/other"), { before: new Map([[key, manifestHash(seed())]]) }), []);
});

test("a Job with a set-once field that was removed by its TTL is not created again", (t) => {
  const job = seed({ ...ttl, parallelism: 2 });
  const done = finishedJobs(planned([job]).plan, new Map(), [outcomeOf(key, good)]);
  const rules = [{ pointers: ["/spec/parallelism"] }];
  t.is(decisionOn([job], undefined, { finished: done, rules }).type, "left");
});
