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

test("the same state is no change", finds, { saved: { live: { "ConfigMap/env": live } } }, []);
test(
  "a refused object that is gone is a change: it would be created",
  finds,
  { saved: { live: { "ConfigMap/env": foreign } }, now: {} },
  ["ConfigMap/env is no longer refused"],
);
test("an object that a killed run has yet to create is no change", finds, { progress: "resumed" }, []);
test(
  "an object that an applied plan has created, and that is gone, was deleted",
  finds,
  { progress: "applied" },
  ["ConfigMap/env was deleted"],
);
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
  "an object that a failed run of the plan has created, and that is gone, was deleted",
  finds,
  { now: failed("/namespaces/default/ConfigMap/other"), progress: "resumed" },
  ["ConfigMap/env was deleted"],
);
test(
  "an object that a failed run of the plan has not created is still to be created",
  finds,
  { now: failed("/namespaces/default/ConfigMap/env"), progress: "resumed" },
  [],
);
const onDelete = object("Job/once", { annotations: { "werf.io/delete-policy": "succeeded" } });
test(
  "an object that its policy deletes after its success is no change once the plan was applied",
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
  // Only a dry run shows that it has to be.
  edit: edited({ decision: "recreate" }),
};
test(
  "an object that a killed run has deleted to create it again is no change",
  finds,
  { ...toRecreate, progress: "resumed" },
  [],
);
test("an object to be replaced that someone else has deleted was deleted", finds, toRecreate, [
  "ConfigMap/env was deleted",
]);

const unchanged: Course = { set: [next], saved: { live: { "ConfigMap/env": live } } };
test(
  "a plan that was edited to show a hook instead of an object",
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
  "a plan that was edited to show an update as none",
  finds,
  {
    ...unchanged,
    edit: edited({ decision: "unchanged" }),
  },
  ["ConfigMap/env has other field owners"],
);
test(
  "a plan that was edited to show an update as a creation",
  finds,
  {
    ...unchanged,
    edit: edited({ decision: "create" }),
  },
  ["ConfigMap/env has the decision update now, and had create in the plan"],
);
test(
  "a plan that was edited to show another weight",
  finds,
  {
    ...unchanged,
    edit: (saved) => ({ ...saved, groups: saved.groups.map((group) => ({ ...group, weight: 7 })) }),
  },
  ["the objects are ordered differently now; the plan was saved by converge 0.1.0"],
);
test(
  "another order of the same objects",
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

test("hooks that another action brings or drops are changes, and are said when planned again", async (t) => {
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
  "the hooks of a plan that was applied have run",
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
test("deletions that were added or dropped are said when planned again", async (t) => {
  const added = await changesOf({ now: { candidates: gone } });
  t.deepEqual(added.changes, ["ConfigMap/gone would be pruned too: it joined the release by converge"]);
  t.deepEqual(added.differences, ["ConfigMap/gone: prune, which is not in the plan"]);
  const dropped = await changesOf({ saved: { candidates: gone }, now: {} });
  t.deepEqual(dropped.changes, []);
  t.deepEqual(dropped.differences, ["ConfigMap/gone: is no longer pruned"]);
});
test(
  "a plan that was edited to keep what is pruned",
  finds,
  {
    saved: { candidates: gone },
    edit: (saved) => ({ ...saved, prunes: saved.prunes.map((prune) => ({ ...prune, kept: true })) }),
  },
  ["ConfigMap/gone would be pruned, and stays in the plan"],
);
