import { readFileSync } from "node:fs";

import test from "ava";

import type { LastRun } from "../inventory/parent-state.ts";
import { approvalDigest } from "./saved-digest.ts";
import type { SavedPlan } from "./saved-plan.ts";

const saved = JSON.parse(readFileSync("fixtures/saved-plan.json", "utf8")) as SavedPlan;
const lastRun: LastRun = { at: 1, action: "upgrade", verdict: "converged", undone: [], more: 0 };
const digest = approvalDigest(saved, { lastRun });

test("the same plan has the same approval digest", (t) => {
  t.regex(digest, /^[0-9a-f]{64}$/);
  t.is(approvalDigest(structuredClone(saved), { lastRun }), digest);
});

test("another commit has another approval digest, even with the same objects", (t) => {
  const options = { ...saved.options, sourceRevision: "main@sha1:1" };
  t.not(approvalDigest({ ...saved, options }, { lastRun }), digest);
});

test("another live state of an object has another approval digest", (t) => {
  const text = JSON.stringify(saved).replaceAll(`"${"a".repeat(64)}"`, `"${"b".repeat(64)}"`);
  t.not(approvalDigest(JSON.parse(text) as SavedPlan, { lastRun }), digest);
});

test("the same drift after an approved run has another approval digest", (t) => {
  t.not(approvalDigest(saved, { lastRun: { ...lastRun, at: 2 } }), digest);
});

test("the same drift after a killed approved run has another approval digest", (t) => {
  t.not(approvalDigest(saved, { lastRun, usedPlan: digest }), digest);
});

test("other field rules have another approval digest", (t) => {
  const targets = { groups: [], kinds: [], names: [], namespaces: [], labels: undefined };
  const rule = {
    targets,
    pointers: ["/data"],
    jq: [],
    managers: [],
    meaning: "set-once",
    place: "",
  } as const;
  t.not(approvalDigest(saved, { lastRun, fieldRules: [rule] }), digest);
});

test("another service account, and other timeouts of the run or of pruning, have another approval digest", (t) => {
  const facts = { lastRun, timeouts: { run: 1, prune: 2 }, serviceAccount: { namespace: "a", name: "b" } };
  const digests = [
    facts,
    { ...facts, timeouts: { run: undefined, prune: 2 } },
    { ...facts, timeouts: { run: 1, prune: 3 } },
    { ...facts, serviceAccount: { namespace: "a", name: "c" } },
    { ...facts, serviceAccount: undefined },
  ].map((some) => approvalDigest(saved, some));
  t.is(new Set(digests).size, digests.length);
});

test("another digest of the hidden values has another approval digest", (t) => {
  const hidden = approvalDigest(saved, { lastRun, hidden: "a" });
  t.not(hidden, digest);
  t.not(approvalDigest(saved, { lastRun, hidden: "b" }), hidden);
});

function withKey(key: string): SavedPlan {
  const objects = saved.objects.map((one) =>
    one.ref.includes("/Secret/") ? { ...one, object: { ...one.object, data: { key } } } : one,
  );
  return { ...saved, objects };
}

test("the approval digest does not depend on values of a Secret", (t) => {
  const [first, second] = ["aHVudGVyMg==", "aHVudGVyMw=="].map((key) =>
    approvalDigest(withKey(key), { lastRun }),
  );
  t.is(first, second);
});
