import test from "ava";

import { appliedObject } from "../../fixtures/applied-object.ts";
import { createdObject } from "../../fixtures/decided-object.ts";
import { decidedSet, savedSet, type SetCourse } from "../../fixtures/decided-set.ts";
import { hook, object, weight } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import type { SavedProgress } from "./object-changes.ts";
import type { SavedDecision } from "./saved-plan.ts";
import { type SavedSet, setChanges } from "./set-changes.ts";

const env = object("ConfigMap/env", { body: { data: { a: "1" } } });
const next = object("ConfigMap/env", { body: { data: { a: "2" } } });
const live = createdObject([env]);
const migrate = object("Job/migrate", { annotations: hook("pre-upgrade") });

interface Course {
  readonly set?: readonly JsonObject[];
  readonly saved?: SetCourse;
  readonly now?: SetCourse;
  /** The set of the run, if it is another one. */
  readonly other?: readonly JsonObject[];
  readonly progress?: SavedProgress;
  /** Changes the saved plan, as by hand. */
  readonly edit?: (saved: SavedSet) => SavedSet;
}

/** The changes between the plan saved then, and the decisions now. */
async function changesOf({
  set = [env],
  saved: before = {},
  now = before,
  other = set,
  progress = "fresh",
  edit = (saved) => saved,
}: Course): Promise<{ readonly changes: readonly string[]; readonly differences: readonly string[] }> {
  const saved = edit(await savedSet(decidedSet(set, before)));
  const found = await setChanges(saved, decidedSet(other, now), progress);
  return {
    changes: found.flatMap(({ change }) => change ?? []),
    differences: found.flatMap(({ difference }) => difference ?? []),
  };
}

const finds = test.macro({
  title: (name = "") => name,
  exec: async (t, course: Course, changes: readonly string[]) => {
    t.deepEqual((await changesOf(course)).changes, changes);
  },
});

const foreign: JsonObject = {
  ...appliedObject({
    ...env,
    metadata: { name: "env", labels: { "applyset.kubernetes.io/part-of": "other" } },
  }),
};

test("the same live state is not a change", finds, { saved: { live: { "ConfigMap/env": live } } }, []);
test(
  "a refused object that no longer exists is a change, since it would be created",
  finds,
  { saved: { live: { "ConfigMap/env": foreign } }, now: {} },
  ["ConfigMap/env is no longer refused"],
);
test("an object that a killed run has yet to create is not a change", finds, { progress: "resumed" }, []);
test("a missing object that an applied plan created is reported as deleted", finds, { progress: "applied" }, [
  "ConfigMap/env was deleted",
]);
const failed = (...undone: readonly string[]): SetCourse => ({
  record: {
    history: [{ number: 1, at: 0, action: "install", outcome: "failed", digest: "", objects: 1, shards: 1 }],
    lastRun: {
      at: 0,
      action: "install",
      verdict: "failed",
      undone: undone.map((key) => ({
        key,
        operation: "apply",
        actuation: "Failed",
        reconcile: "",
        message: "",
      })),
      more: 0,
    },
  },
});
test(
  "a missing object that a failed run of the plan created is reported as deleted",
  finds,
  { now: failed("/namespaces/default/ConfigMap/other"), progress: "resumed" },
  ["ConfigMap/env was deleted"],
);
test(
  "an object that a failed run of the plan has not created is not a change",
  finds,
  { now: failed("/namespaces/default/ConfigMap/env"), progress: "resumed" },
  [],
);
const onDelete = object("Job/once", { annotations: { "werf.io/delete-policy": "succeeded" } });
test(
  "a missing object whose policy deletes it after success is not a change of an applied plan",
  finds,
  { set: [onDelete], progress: "applied" },
  [],
);
const edited =
  (change: Partial<SavedDecision>): NonNullable<Course["edit"]> =>
  (saved) => ({
    ...saved,
    groups: saved.groups.map((group) => ({
      ...group,
      objects: group.objects.map((one) => ({ ...one, ...change })),
    })),
  });
const toRecreate: Course = {
  set: [next],
  saved: { live: { "ConfigMap/env": live } },
  now: {},
  // Only a dry run shows that the object has to be recreated.
  edit: edited({ decision: "recreate" }),
};
test(
  "an object that a killed run deleted to recreate it is not a change",
  finds,
  { ...toRecreate, progress: "resumed" },
  [],
);
test("an object to be recreated that another client deleted is reported as deleted", finds, toRecreate, [
  "ConfigMap/env was deleted",
]);

const unchanged: Course = { set: [next], saved: { live: { "ConfigMap/env": live } } };
test(
  "a plan that was edited to show a hook instead of an object is detected",
  finds,
  {
    ...unchanged,
    edit: edited({ hook: "post-install", decision: "unchanged" }),
  },
  [
    "ConfigMap/env takes part now, and does not in the plan",
    "ConfigMap/env as post-install hook takes no part now, and does in the plan",
  ],
);
test(
  "a plan that was edited to show an update as unchanged is detected",
  finds,
  {
    ...unchanged,
    edit: edited({ decision: "unchanged" }),
  },
  ["ConfigMap/env has other field owners"],
);
test(
  "a plan that was edited to show an update as a creation is detected",
  finds,
  {
    ...unchanged,
    edit: edited({ decision: "create" }),
  },
  ["ConfigMap/env has the decision update now, and had create in the plan"],
);
test(
  "a plan that was edited to show another weight is detected",
  finds,
  {
    ...unchanged,
    edit: (saved) => ({ ...saved, groups: saved.groups.map((group) => ({ ...group, weight: 7 })) }),
  },
  ["the objects are ordered differently now; the plan was saved by converge 0.1.0"],
);
test(
  "another order of the same objects is a change",
  finds,
  {
    set: [env, object("ConfigMap/other")],
    other: [
      object("ConfigMap/env", { body: { data: { a: "1" } }, annotations: weight(5) }),
      object("ConfigMap/other"),
    ],
  },
  ["the objects are ordered differently now; the plan was saved by converge 0.1.0"],
);

test("hooks that another action adds or drops are reported as changes and as differences", async (t) => {
  const upgraded: Course = { set: [migrate, env], saved: { action: "install" }, now: { action: "upgrade" } };
  const lines = [
    "ConfigMap/env: update instead of create",
    "Job/migrate as pre-upgrade hook takes part now, and does not in the plan",
  ];
  const { changes, differences } = await changesOf({
    ...upgraded,
    now: { action: "upgrade", live: { "ConfigMap/env": createdObject([next]) } },
  });
  t.deepEqual(changes.slice(0, 1), ["this is an upgrade now, and was an install"]);
  t.true(changes.includes(lines[1] ?? ""));
  t.deepEqual(differences.toSorted(), lines);
  const back = await changesOf({ ...upgraded, saved: upgraded.now ?? {}, now: upgraded.saved ?? {} });
  t.true(
    back.differences.includes("Job/migrate as pre-upgrade hook takes no part now, and does in the plan"),
  );
});
test(
  "missing hooks of an applied plan are not a change, since they have run",
  finds,
  {
    set: [migrate],
    saved: { action: "upgrade" },
    now: { action: "install" },
    progress: "applied",
  },
  [],
);

const gone = { "/namespaces/default/ConfigMap/gone": createdObject([object("ConfigMap/gone")]) };
test("deletions that were added or dropped are reported as differences", async (t) => {
  const added = await changesOf({ now: { candidates: gone } });
  t.deepEqual(added.changes, ["ConfigMap/gone would be pruned too: it joined the release by converge"]);
  t.deepEqual(added.differences, ["ConfigMap/gone: prune, which is not in the plan"]);
  const dropped = await changesOf({ saved: { candidates: gone }, now: {} });
  t.deepEqual(dropped.changes, []);
  t.deepEqual(dropped.differences, ["ConfigMap/gone: is no longer pruned"]);
});
test(
  "a plan that was edited to keep a pruned object is detected",
  finds,
  {
    saved: { candidates: gone },
    edit: (saved) => ({ ...saved, prunes: saved.prunes.map((prune) => ({ ...prune, kept: true })) }),
  },
  ["ConfigMap/gone would be pruned, and stays in the plan"],
);
