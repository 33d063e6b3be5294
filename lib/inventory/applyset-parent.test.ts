import test from "ava";

import { field, objectField, type JsonObject } from "../object/json.ts";
import { groupKindsAnnotation, idLabel, namespacesAnnotation, toolingAnnotation } from "./apply-set.ts";
import {
  withTrimmedExtent,
  newParent,
  type ParentRecord,
  parentObject,
  readParent,
  sameRecord,
  withExtent,
} from "./applyset-parent.ts";
import type { Revision } from "./revision.ts";

const deployment = { group: "apps", kind: "Deployment" };
const secret = { group: "", kind: "Secret" };
const crontab = { group: "stable.example.com", kind: "CronTab" };

const full: ParentRecord = {
  ...withExtent(newParent("shop", "web"), {
    groupKinds: [secret, deployment, crontab, secret],
    namespaces: ["web", "", "other", "db", "other"],
  }),
  installed: true,
  finished: new Map([["batch/namespaces/web/Job/migrate", "abc"]]),
};

/** A parent as the server gives it back, with other metadata. */
function live(metadata: { readonly [key: string]: JsonObject | string }, data?: string): JsonObject {
  const object = parentObject(full, "converge/v1.2.3");
  const state = data === undefined ? {} : { data: { state: Buffer.from(data).toString("base64") } };
  return { ...object, metadata: { ...objectField(object, "metadata"), ...metadata }, ...state };
}

test("a parent lists its kinds and its other namespaces as kubectl does", (t) => {
  const annotations = objectField(
    objectField(parentObject(full, "converge/v1.2.3"), "metadata"),
    "annotations",
  );
  t.deepEqual(annotations, {
    [groupKindsAnnotation]: "CronTab.stable.example.com,Deployment.apps,Secret",
    [namespacesAnnotation]: "db,other",
    [toolingAnnotation]: "converge/v1.2.3",
  });
});

test("a parent is read as it was written", (t) => {
  t.deepEqual(readParent(parentObject(full, "converge/v1.2.3")), full);
  t.deepEqual(readParent(live({ resourceVersion: "7", uid: "u" })), {
    ...full,
    resourceVersion: "7",
    uid: "u",
  });
});

test("a parent remembers how the last run ended, and forgets only what cannot be read", (t) => {
  const lastRun = {
    at: 7,
    action: "upgrade",
    verdict: "failed",
    undone: [
      { key: "/ConfigMap/a", operation: "apply", actuation: "Failed", reconcile: "Skipped", message: "no" },
    ],
    more: 3,
  };
  t.deepEqual(readParent(parentObject({ ...full, lastRun }, "converge/v1")), { ...full, lastRun });
  const used = { ...full, lastRun, usedPlan: "0123" };
  t.deepEqual(readParent(parentObject(used, "converge/v1")), used);
  const unreadable = readParent(live({}, '{"format":1,"installed":true,"lastRun":"yesterday"}'));
  t.like(unreadable, { installed: true, lastRun: undefined });
});

test("the revisions of a release stand in its record, and one of an older converge has none", (t) => {
  const history: readonly Revision[] = [
    { number: 1, at: 5, action: "install", outcome: "succeeded", digest: "a", objects: 2, shards: 1 },
    {
      number: 2,
      at: 9,
      action: "rollback",
      outcome: "unfinished",
      from: 1,
      source: "c0ffee",
      digest: "b",
      objects: 3,
      shards: 4,
    },
  ];
  t.deepEqual(readParent(parentObject({ ...full, history }, "converge/v1")), { ...full, history });
  t.like(readParent(live({}, '{"format":1,"installed":true}')), { installed: true, history: [] });
});

test("the order in which kinds and namespaces come does not show", (t) => {
  const extents = [
    { groupKinds: [secret, deployment], namespaces: ["b", "a"] },
    { groupKinds: [deployment, secret], namespaces: ["a", "b"] },
  ];
  const [left, right] = extents.map((extent) =>
    JSON.stringify(parentObject(withExtent(full, extent), "converge/v1")),
  );
  t.is(left, right);
});

test("a record widens to what comes, and narrows to what is there", (t) => {
  const wide = withExtent(full, { groupKinds: [{ group: "batch", kind: "Job" }], namespaces: ["jobs"] });
  t.deepEqual(wide.namespaces, ["db", "jobs", "other", "web"]);
  t.is(wide.groupKinds.length, 4);
  const narrow = withTrimmedExtent(wide, { groupKinds: [secret], namespaces: [] });
  t.deepEqual(narrow.namespaces, ["web"]);
  t.deepEqual(narrow.groupKinds, [secret]);
  t.true(sameRecord(withExtent(wide, full), wide));
  t.false(sameRecord(wide, full));
});

test("a kind of the core group and one of another group with its name are two", (t) => {
  const both = [
    { group: "", kind: "Service" },
    { group: "serving.knative.dev", kind: "Service" },
  ];
  const record = withTrimmedExtent(full, { groupKinds: both, namespaces: [] });
  t.deepEqual(readParent(parentObject(record, "converge/v1")), record);
});

/** Why a Secret is no parent of ours. */
const testFault = test.macro({
  exec(t, secretObject: JsonObject, words: RegExp) {
    const read = readParent(secretObject);
    t.true("fault" in read && words.test(read.fault), JSON.stringify(read));
  },
  title: (name) => `${name} is refused with a remedy`,
});

test(
  "the parent of kubectl",
  testFault,
  live({ annotations: { [toolingAnnotation]: "kubectl/v1.36" } }),
  /belongs to kubectl .*choose another/,
);
test(
  "the parent of a tool with a path",
  testFault,
  live({ annotations: { [toolingAnnotation]: "kpt.dev/kpt/v1.0.0" } }),
  /belongs to kpt\.dev\/kpt /,
);
test(
  "a Secret without a tool",
  testFault,
  live({ annotations: {} }),
  /no annotation applyset.*remove the Secret/,
);
test("a parent without an id", testFault, live({ labels: {} }), /no label applyset\.kubernetes\.io\/id/);
test("a parent copied to another namespace", testFault, live({ namespace: "copy" }), /set the label/);
test("a copied id", testFault, live({ labels: { [idLabel]: "applyset-x-v1" } }), /the label applyset-x-v1/);
test("a Secret of another name", testFault, live({ name: "shop" }), /does not begin with "converge-"/);
test("a newer format", testFault, live({}, '{"format":3}'), /newer converge.*upgrade converge/);
test("a broken state", testFault, live({}, "{"), /cannot be read/);
test("a state without a format", testFault, live({}, "[]"), /cannot be read/);

test("a parent that has lost its state is that of a release never up", (t) => {
  const { data: _, ...rest } = live({});
  const read = readParent(rest);
  t.is(field({ ...read, finished: null } as unknown as JsonObject, "installed"), false);
});
