import test from "ava";

import { decisionOn } from "../../../fixtures/decided-object.ts";
import { hook, object, planned } from "../../../fixtures/planned.ts";
import { outcomeOf } from "../../../fixtures/recorded-run.ts";
import { manifestHash } from "../../inventory/applyset-membership.ts";
import type { JsonObject } from "../../object/json.ts";
import { finishedJobs } from "./completed-jobs.ts";

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

test("a Job that its TTL has removed is not created again because a field of it is ignored", (t) => {
  const job = seed({ ...ttl, parallelism: 2 });
  const done = finishedJobs(planned([job]).plan, new Map(), [outcomeOf(key, good)]);
  const rule = {
    group: "batch",
    kind: "Job",
    jsonPointers: ["/spec/parallelism"],
    managedFieldsManagers: [],
  };
  t.is(decisionOn([job], undefined, { finished: done, ignored: [rule] }).type, "left");
});
