import test from "ava";

import { noServer, offlineRun, servedKinds } from "../../../fixtures/offline-run.ts";
import { hook, object, planned } from "../../../fixtures/planned.ts";
import { outcomeOf } from "../../../fixtures/recorded-run.ts";
import { AccessError } from "../../client/model/api-error.ts";
import { newParent, type ParentRecord } from "../../inventory/applyset-parent.ts";
import type { LastRun } from "../../inventory/parent-state.ts";
import type { Revision } from "../../inventory/revision.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import type { Outcome } from "../model/event.ts";
import { digestOf } from "../store/revision-store.ts";
import {
  recordAfter,
  recordEnd,
  type RecordOptions,
  recordStart,
  isSettled,
  isSentWell,
} from "./release-record.ts";

const { plan } = planned([
  object("ConfigMap/env"),
  object("Deployment/web", { namespace: "shop" }),
  object("CronJob/backup", { annotations: hook("pre-upgrade") }),
]);
const other = planned([object("ConfigMap/other")]).plan;

const usual: RecordOptions["request"] = {
  isPartial: false,
  prune: true,
  historyMax: 10,
  source: undefined,
  rollback: undefined,
};

function revision(number: number, facts: Partial<Revision> = {}): Revision {
  const digest = digestOf(plan);
  return { number, at: 0, action: "install", outcome: "succeeded", digest, objects: 3, shards: 1, ...facts };
}

function ended(verdict: string): LastRun {
  return { at: -1, action: "install", verdict, undone: [], more: 0 };
}

const never = newParent("test", "default");
const sent: ParentRecord = { ...never, installed: true, history: [revision(1)], lastRun: ended("converged") };

/** Whether a record needs no write by a run of a whole set, and by a run of a part of it. */
const settled = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, record: ParentRecord, whole: boolean, part: boolean) {
    t.is(isSettled(record, { plan, request: usual }), whole);
    t.is(isSettled(record, { plan, request: { ...usual, isPartial: true } }), part);
    t.is(isSentWell(record, plan), whole);
  },
});

test(settled, "a record with a successful last revision of the same set needs no write", sent, true, true);
test(settled, "a record without revisions needs a write for a whole set", never, false, true);
test(
  settled,
  "a record without a last run needs no write if the revision succeeded",
  { ...never, history: [revision(1)] },
  true,
  true,
);
test(
  settled,
  "a record with a failed last run needs a write, also for a part of the set",
  { ...sent, lastRun: ended("failed") },
  false,
  false,
);
test(
  settled,
  "a record with an unfinished revision needs a write for a whole set",
  { ...sent, history: [revision(1, { outcome: "unfinished" })] },
  false,
  true,
);
test(
  settled,
  "a record with a newer revision of another set needs a write for a whole set",
  { ...sent, history: [revision(1), revision(2, { digest: digestOf(other) })] },
  false,
  true,
);

interface After extends Partial<RecordOptions["request"]> {
  readonly record?: ParentRecord;
  readonly isComplete?: boolean;
  readonly outcomes?: readonly Outcome[];
}

/** The record after a run that succeeded. */
function after({ record = wide, isComplete = true, outcomes = [], ...request }: After = {}): ParentRecord {
  return recordAfter(record, { plan, request: { ...usual, ...request }, isComplete, outcomes });
}

/** A record of a release with further kinds and namespaces. */
const wide: ParentRecord = {
  ...never,
  groupKinds: [{ group: "", kind: "Secret" }],
  namespaces: ["default", "old"],
};

/** The kinds and namespaces of a record. */
function extent({ groupKinds, namespaces }: ParentRecord): readonly string[] {
  return [...groupKinds.map(groupKindKey), ...namespaces];
}

const narrow = ["/ConfigMap", "apps/Deployment", "default", "shop"];
const leftovers = ["/ConfigMap", "apps/Deployment", "/Secret", "default", "old", "shop"];

test("after pruning only the kinds and namespaces of the set are recorded", (t) => {
  t.deepEqual(extent(after()), narrow);
});

test("without pruning the previous kinds and namespaces of the release stay recorded", (t) => {
  t.deepEqual(extent(after({ prune: false })), leftovers);
});

test("if not all objects could be listed, the previous kinds and namespaces stay recorded", (t) => {
  t.deepEqual(extent(after({ isComplete: false })), leftovers);
});

test("a release counts as installed after a whole set was applied, and stays installed", (t) => {
  t.true(after().installed);
  t.false(after({ isPartial: true, prune: false }).installed);
  t.true(after({ record: { ...wide, installed: true }, isPartial: true, prune: false }).installed);
});

test("completed Jobs with a TTL stay recorded until a run of the whole set no longer contains them", (t) => {
  const key = "batch/namespaces/default/Job/seed";
  const seed = object("Job/seed", { body: { spec: { ttlSecondsAfterFinished: 60 } } });
  const record = { ...never, finished: new Map([["batch/namespaces/default/Job/old", "hash"]]) };
  const outcomes = [outcomeOf(key, { actuation: "Succeeded", reconcile: "Succeeded" })];
  const finished = (prune: boolean): readonly string[] => {
    const request = { ...usual, prune, isPartial: !prune };
    const facts = { plan: planned([seed]).plan, request, isComplete: true, outcomes };
    return [...recordAfter(record, facts).finished.keys()];
  };
  t.deepEqual(finished(true), [key]);
  t.deepEqual(finished(false), ["batch/namespaces/default/Job/old", key]);
});

test("the history and the last run are not changed by the new extent of the release", (t) => {
  const { history, lastRun } = after({ record: { ...sent, lastRun: ended("failed") } });
  t.deepEqual(history, sent.history);
  t.deepEqual(lastRun, ended("failed"));
});

function keeping(facts: Partial<RecordOptions["request"]> = {}): RecordOptions {
  const place = {
    context: offlineRun().context,
    kinds: servedKinds([]),
    release: "test",
    namespace: "default",
  };
  return { plan, request: { ...usual, ...facts }, place, lost: new AbortController().signal };
}

/** The record as a run that succeeded has stored it. */
const stored: ParentRecord = { ...after({ record: sent }), uid: "1", resourceVersion: "7" };

test("a run of the deployed set begins without a write and creates no revision", async (t) => {
  const kept = await recordStart(stored, keeping());
  t.deepEqual(kept, { stored, before: stored.history, isRevision: false });
});

test("a run of a part of the set creates no revision", async (t) => {
  t.like(await recordStart(stored, { ...keeping({ isPartial: true }), plan: planned([]).plan }), {
    stored,
    isRevision: false,
  });
});

/** Expects that a run begins with a write of its record. */
const writes = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, record: ParentRecord, options: RecordOptions) {
    await t.throwsAsync(recordStart(record, options), { instanceOf: AccessError, message: noServer });
  },
});

test(
  writes,
  "the record of a new release is written before the run sends anything else",
  never,
  keeping({ isPartial: true }),
);
test(
  writes,
  "a release without a stored record gets one, even with unchanged content",
  after({ record: sent }),
  keeping({ isPartial: true }),
);
test(writes, "the use of an approval is recorded before the run sends anything else", stored, {
  ...keeping(),
  usedPlan: "0123",
});
test(writes, "a changed set is recorded as a revision", stored, { ...keeping(), plan: other });
test(writes, "a part of a set with a new kind is recorded", stored, {
  ...keeping({ isPartial: true }),
  plan: planned([object("Service/web")]).plan,
});
test(writes, "a rollback to the deployed set is recorded", stored, keeping({ rollback: { number: 1 } }));

test("a run without a change ends without a write of the record", async (t) => {
  const facts = { keeping: keeping(), isComplete: true, mask: (text: string) => text };
  const unchanged = outcomeOf("/namespaces/default/ConfigMap/env", {
    actuation: "Succeeded",
    reconcile: "Succeeded",
    change: "unchanged",
  });
  const kept = { stored, before: stored.history, isRevision: false };
  const durations = new Map<string, number>();
  await t.notThrowsAsync(recordEnd({ verdict: "converged", outcomes: [unchanged], durations }, kept, facts));
  const changed = { ...unchanged, change: "configured" as const };
  await t.throwsAsync(recordEnd({ verdict: "converged", outcomes: [changed], durations }, kept, facts), {
    message: noServer,
  });
});
