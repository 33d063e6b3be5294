import test from "ava";
import * as fc from "fast-check";

import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { type Baseline, disturbanceOf, isDisturbed, snapshotOf } from "./live-snapshot.ts";

const before = "2026-01-01T00:00:00Z";
const after = "2026-01-02T00:00:00Z";

function entry(manager: string, fields: JsonObject, time = before): JsonObject {
  const operation = manager === "converge" ? "Apply" : "Update";
  return { manager, operation, apiVersion: "v1", time, fieldsV1: fields };
}

const ours = entry("converge", { "f:data": { "f:a": {}, "f:b": {} } });

/** An object as the run has applied it, at version 100, with changes to its metadata. */
function env(metadata: JsonObject = {}, apiVersion = "v1", kind = "ConfigMap"): JsonObject {
  const own = { name: "env", namespace: "shop", uid: "one", resourceVersion: "100", managedFields: [ours] };
  return { apiVersion, kind, metadata: { ...own, ...metadata } };
}

function job(metadata: JsonObject = {}): JsonObject {
  return env(metadata, "batch/v1", "Job");
}

function completed(object: JsonObject): JsonObject {
  return { ...object, status: { conditions: [{ type: "Complete", status: "True" }], phase: "Succeeded" } };
}

function baseline(object: JsonObject, presenceOnly = false): Baseline {
  const snapshot = snapshotOf(object, false);
  const facts = { at: 0, labelled: true, isWatched: true, presenceOnly };
  return { ...facts, ref: refOf(object), snapshot: () => snapshot };
}

const taken = {
  managedFields: [entry("converge", { "f:data": { "f:a": {} } }), entry("kubectl", {}, after)],
};
const newer = { resourceVersion: "101" };
const going = { ...newer, deletionTimestamp: after };

/** Whether an object counts as disturbed by the state in which a watch has shown it. */
const disturbs = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, was: Baseline, now: JsonObject, expected: boolean, isGone: boolean = false) {
    t.is(isDisturbed(was, snapshotOf(now, isGone)), expected);
  },
});

const applied = baseline(env());

test(disturbs, "the state that the run has written itself", applied, env(), false);
test(
  disturbs,
  "a status that changes is no disturbance",
  applied,
  { ...env(newer), status: { ready: 1 } },
  false,
);
test(
  disturbs,
  "a field of others that changes is no disturbance",
  applied,
  env({ ...newer, labels: {} }),
  false,
);
test(disturbs, "a field of ours that others have taken", applied, env({ ...newer, ...taken }), true);
test(disturbs, "an older state says nothing", applied, env({ resourceVersion: "99", ...taken }), false);
test(disturbs, "an object that is gone", applied, env(newer), true, true);
test(disturbs, "a deletion under the version it had before", applied, env(), true, true);
test(
  disturbs,
  "the deletion of an earlier object of that name",
  applied,
  env({ uid: "zero", resourceVersion: "99" }),
  false,
  true,
);
test(disturbs, "an object that is terminating", applied, env(going), true);
test(disturbs, "another object of that name", applied, env({ ...newer, uid: "two" }), true);

const present = baseline(env(), true);

test(
  disturbs,
  "where only presence counts, a change of fields is none",
  present,
  env({ ...newer, ...taken }),
  false,
);
test(disturbs, "where only presence counts, a deletion counts", present, env(newer), true, true);
test(
  disturbs,
  "where only presence counts, another object counts",
  present,
  env({ ...newer, uid: "two" }),
  true,
);

const pod = env({}, "v1", "Pod");

test(disturbs, "a Job may remove itself before its end is seen", baseline(job()), job(newer), false, true);
test(disturbs, "a Job may be terminating", baseline(job()), job(going), false);
test(
  disturbs,
  "a Job of another group is an ordinary object",
  baseline(env({}, "example.com/v1", "Job")),
  env(newer, "example.com/v1", "Job"),
  true,
  true,
);
test(
  disturbs,
  "a Job that is created by others is another",
  baseline(job()),
  job({ ...newer, uid: "two" }),
  true,
);
test(
  disturbs,
  "a Pod that had completed may be removed",
  baseline(completed(pod)),
  env(newer, "v1", "Pod"),
  false,
  true,
);
test(
  disturbs,
  "a Pod that has completed since may be removed",
  baseline(pod),
  completed(env(newer, "v1", "Pod")),
  false,
  true,
);
test(disturbs, "a Pod that runs may not be removed", baseline(pod), env(newer, "v1", "Pod"), true, true);

/** How the live object is described to people. */
const describes = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, live: JsonObject | undefined, expected: string | undefined) {
    t.is(disturbanceOf(applied, live)?.message, expected);
  },
});

test(describes, "an object that is as it was needs no words", env(), undefined);
test(describes, "a deleted object", undefined, "deleted by another client after it was ready");
test(describes, "an object in deletion", env(going), "being deleted by another client after it was ready");
test(
  describes,
  "an object that was replaced",
  env({ ...newer, uid: "two" }),
  "deleted and recreated by another client after it was ready",
);
test(
  describes,
  "an object that a manager changed",
  env({ ...newer, ...taken }),
  "changed by kubectl after it was applied",
);
test(
  describes,
  "an object that managers changed at the same time",
  env({
    ...newer,
    managedFields: [entry("helm", {}, after), entry("argocd", {}, after), entry("kubectl", {})],
  }),
  "changed by argocd, helm after it was applied",
);
test(
  describes,
  "an object whose managers are unknown",
  env({ ...newer, managedFields: [] }),
  "changed by another client after it was applied",
);

test("a snapshot keeps what shows interference, and nothing of the content", (t) => {
  const { fields, ...rest } = snapshotOf({ ...env(), data: { a: "secret" } }, false);
  t.deepEqual(rest, { uid: "one", version: "100", isGone: false, isGoing: false, isDone: false });
  t.notRegex(fields, /secret|f:a/);
  t.is(snapshotOf(env({ managedFields: [] }), false).fields, "");
});

test("the order in which the server lists managers does not matter", (t) => {
  const others = [entry("kubectl", { "f:data": { "f:c": {} } }), entry("hpa", { "f:spec": {} })];
  const law = fc.property(
    fc.shuffledSubarray([ours, ...others], { minLength: 3 }),
    fc.integer({ min: 1, max: 200 }),
    (managedFields, version) => {
      const live = env({ managedFields, resourceVersion: String(version) });
      return !isDisturbed(applied, snapshotOf(live, false)) && disturbanceOf(applied, live) === undefined;
    },
  );
  t.notThrows(() => fc.assert(law));
});

test("whatever is disturbed is described, and whatever is not is not", (t) => {
  const anyMetadata = fc.record({
    uid: fc.constantFrom("one", "two"),
    resourceVersion: fc.constantFrom("99", "100", "101", "x"),
    managedFields: fc.constantFrom([ours], taken.managedFields, []),
  });
  const law = fc.property(anyMetadata, fc.boolean(), fc.boolean(), (metadata, isGoing, presenceOnly) => {
    const was = baseline(env(), presenceOnly);
    const live = env({ ...metadata, ...(isGoing ? { deletionTimestamp: after } : {}) });
    return isDisturbed(was, snapshotOf(live, false)) === (disturbanceOf(was, live) !== undefined);
  });
  t.notThrows(() => fc.assert(law));
});
