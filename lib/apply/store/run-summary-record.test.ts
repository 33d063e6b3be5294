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

test("of a run that ended well only that is remembered", (t) => {
  t.deepEqual(summarizeRun({ verdict: "converged", outcomes: [outcomeNamed("env")] }, facts), {
    at: 7,
    action: "upgrade",
    verdict: "converged",
    undone: [],
    more: 0,
  });
});

test("what did not end well is remembered with its reason, without values of Secrets", (t) => {
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

test("however much went wrong, the record stays small", (t) => {
  const message = "x".repeat(10_000);
  const outcomes = Array.from({ length: 1000 }, (_, index) =>
    outcomeNamed(String(index), { actuation: "Failed", reconcile: "Skipped", message }),
  );
  const run = summarizeRun({ verdict: "failed", outcomes }, facts);
  t.is(run.undone.length + run.more, 1000);
  t.true(JSON.stringify(run).length < 50_000);
});

test("a run that found everything as it should be has touched nothing", (t) => {
  t.false(hasTouched([outcomeNamed("env", { change: "unchanged" }), outcomeNamed("waited")]));
  t.true(hasTouched([outcomeNamed("env", { change: "configured" })]));
  t.true(hasTouched([outcomeNamed("env", { actuation: "Failed" })]));
});

test("a failure that does not count is not remembered", (t) => {
  const tolerated = outcomeNamed("web", { reconcile: "Failed", tolerated: true });
  t.deepEqual(summarizeRun({ verdict: "converged", outcomes: [tolerated] }, facts).undone, []);
});

/** The message that is remembered of an object that has failed with one. */
function remembered(message: string): string | undefined {
  const outcomes = [outcomeNamed("a", { actuation: "Failed", message })];
  return summarizeRun({ verdict: "failed", outcomes }, facts).undone[0]?.message;
}

test("a message is cut after 500 characters, once its secrets are redacted", (t) => {
  t.is(remembered("x".repeat(500)), "x".repeat(500));
  t.is(remembered("x".repeat(501)), `${"x".repeat(500)}…`);
  t.is(remembered(`${"x".repeat(494)}secret`), `${"x".repeat(494)}(hidde…`);
  t.is(remembered(""), "");
});

test("the first 50 objects are remembered, in the order of the run, and how many more there are", (t) => {
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

test("a failure that cannot be recorded does not change how the run ended", async (t) => {
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

test("a completed Job that removes itself is remembered with the hash of its manifest", (t) => {
  const { plan } = planned([seed()]);
  t.deepEqual(finishedJobs(plan, new Map(), [outcomeOf(key, good)]), new Map([[key, manifestHash(seed())]]));
});

test("a TTL of no seconds counts as one", (t) => {
  t.deepEqual(finished(seed({ ttlSecondsAfterFinished: 0 })), [key]);
});

/** A Job that is not remembered. */
const forgets = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, ...on: Parameters<typeof finished>) {
    t.deepEqual(finished(...on), []);
  },
});

test(forgets, "a Job without a TTL stays in the cluster, and is not remembered", seed({}));
test(forgets, "a hook runs again each time, and is not remembered", seed(ttl, hook("pre-install")));
test(forgets, "a Job that has failed is not remembered", seed(), {
  outcome: { actuation: "Succeeded", reconcile: "Failed" },
});
test(forgets, "a Job that was not waited for is not known to have completed", seed(), {
  outcome: { actuation: "Succeeded", reconcile: "Skipped" },
});
test(forgets, "the deletion of a Job is no completion", seed(), {
  outcome: { ...good, operation: "delete" },
});
test(
  forgets,
  "an object of another kind is not remembered",
  object("ConfigMap/seed", { body: { spec: ttl } }),
);

const skipped = { actuation: "Skipped", reconcile: "Skipped" } as const;

test("a Job that an earlier run has completed is remembered until its manifest changes", (t) => {
  const before = new Map([[key, manifestHash(seed())]]);
  t.deepEqual(finished(seed(), { before, outcome: skipped }), [key]);
  t.deepEqual(finished(seed({ ttlSecondsAfterFinished: 90 }), { before, outcome: skipped }), []);
});

test("a Job that has left the set is forgotten", (t) => {
  t.deepEqual(finished(object("ConfigMap/other"), { before: new Map([[key, manifestHash(seed())]]) }), []);
});

test("a Job that its TTL has removed is not created again because a field of it is set once", (t) => {
  const job = seed({ ...ttl, parallelism: 2 });
  const done = finishedJobs(planned([job]).plan, new Map(), [outcomeOf(key, good)]);
  const rules = [{ pointers: ["/spec/parallelism"] }];
  t.is(decisionOn([job], undefined, { finished: done, rules }).type, "left");
});
