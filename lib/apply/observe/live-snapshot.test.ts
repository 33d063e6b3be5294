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

/** Whether an object counts as disturbed in the state that a watch has reported. */
const disturbs = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, was: Baseline, now: JsonObject, expected: boolean, isGone: boolean = false) {
    t.is(isDisturbed(was, snapshotOf(now, isGone)), expected);
  },
});

const applied = baseline(env());

test(disturbs, "the state that the run itself has written is not a disturbance", applied, env(), false);
test(
  disturbs,
  "a change of the status is not a disturbance",
  applied,
  { ...env(newer), status: { ready: 1 } },
  false,
);
test(
  disturbs,
  "a change of a field of another manager is not a disturbance",
  applied,
  env({ ...newer, labels: {} }),
  false,
);
test(
  disturbs,
  "a field of converge that another manager has taken over is a disturbance",
  applied,
  env({ ...newer, ...taken }),
  true,
);
test(
  disturbs,
  "an older state is not a disturbance",
  applied,
  env({ resourceVersion: "99", ...taken }),
  false,
);
test(disturbs, "the deletion of an object is a disturbance", applied, env(newer), true, true);
test(
  disturbs,
  "a deletion event with the unchanged resourceVersion is a disturbance",
  applied,
  env(),
  true,
  true,
);
test(
  disturbs,
  "the deletion of an earlier object with the same name is not a disturbance",
  applied,
  env({ uid: "zero", resourceVersion: "99" }),
  false,
  true,
);
test(disturbs, "a terminating object is a disturbance", applied, env(going), true);
test(
  disturbs,
  "another object with the same name is a disturbance",
  applied,
  env({ ...newer, uid: "two" }),
  true,
);

const present = baseline(env(), true);

test(
  disturbs,
  "if only presence counts, a change of fields is not a disturbance",
  present,
  env({ ...newer, ...taken }),
  false,
);
test(disturbs, "if only presence counts, a deletion is a disturbance", present, env(newer), true, true);
test(
  disturbs,
  "if only presence counts, another object with the same name is a disturbance",
  present,
  env({ ...newer, uid: "two" }),
  true,
);

const pod = env({}, "v1", "Pod");

test(
  disturbs,
  "the deletion of a Job before its end is observed is not a disturbance",
  baseline(job()),
  job(newer),
  false,
  true,
);
test(disturbs, "a terminating Job is not a disturbance", baseline(job()), job(going), false);
test(
  disturbs,
  "the deletion of a Job of another API group is a disturbance",
  baseline(env({}, "example.com/v1", "Job")),
  env(newer, "example.com/v1", "Job"),
  true,
  true,
);
test(
  disturbs,
  "a Job that another client has recreated is a disturbance",
  baseline(job()),
  job({ ...newer, uid: "two" }),
  true,
);
test(
  disturbs,
  "the deletion of a Pod that had already completed is not a disturbance",
  baseline(completed(pod)),
  env(newer, "v1", "Pod"),
  false,
  true,
);
test(
  disturbs,
  "the deletion of a Pod that has completed since is not a disturbance",
  baseline(pod),
  completed(env(newer, "v1", "Pod")),
  false,
  true,
);
test(
  disturbs,
  "the deletion of a running Pod is a disturbance",
  baseline(pod),
  env(newer, "v1", "Pod"),
  true,
  true,
);

/** The message about the live object. */
const describes = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, live: JsonObject | undefined, expected: string | undefined) {
    t.is(disturbanceOf(applied, live)?.message, expected);
  },
});

test(describes, "an undisturbed object has no message", env(), undefined);
test(
  describes,
  "the message about a deleted object",
  undefined,
  "deleted by another client after it was ready",
);
test(
  describes,
  "the message about a terminating object",
  env(going),
  "being deleted by another client after it was ready",
);
test(
  describes,
  "the message about a recreated object",
  env({ ...newer, uid: "two" }),
  "deleted and recreated by another client after it was ready",
);
test(
  describes,
  "the message about a changed object names the manager that changed it",
  env({ ...newer, ...taken }),
  "changed by kubectl after it was applied",
);
test(
  describes,
  "the message about a changed object names all managers that changed it at the same time",
  env({
    ...newer,
    managedFields: [entry("helm", {}, after), entry("argocd", {}, after), entry("kubectl", {})],
  }),
  "changed by argocd, helm after it was applied",
);
test(
  describes,
  "the message about a changed object without known managers names another client",
  env({ ...newer, managedFields: [] }),
  "changed by another client after it was applied",
);

test("a snapshot keeps only what shows a disturbance, without the content of the object", (t) => {
  const { fields, ...rest } = snapshotOf({ ...env(), data: { a: "secret" } }, false);
  t.deepEqual(rest, { uid: "one", version: "100", isGone: false, isGoing: false, isDone: false });
  t.notRegex(fields, /secret|f:a/);
  t.is(snapshotOf(env({ managedFields: [] }), false).fields, "");
});

test("the order of managedFields does not matter for a disturbance", (t) => {
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

test("exactly the disturbed objects have a message", (t) => {
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
