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

/** A parent as the server returns it, with other metadata. */
function live(metadata: { readonly [key: string]: JsonObject | string }, data?: string): JsonObject {
  const object = parentObject(full, "converge/v1.2.3");
  const state = data === undefined ? {} : { data: { state: Buffer.from(data).toString("base64") } };
  return { ...object, metadata: { ...objectField(object, "metadata"), ...metadata }, ...state };
}

test("an ApplySet parent lists its kinds and additional namespaces in kubectl's annotations", (t) => {
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

test("an ApplySet parent is unchanged after writing and reading it", (t) => {
  t.deepEqual(readParent(parentObject(full, "converge/v1.2.3")), full);
  t.deepEqual(readParent(live({ resourceVersion: "7", uid: "u" })), {
    ...full,
    resourceVersion: "7",
    uid: "u",
  });
});

test("an ApplySet parent records the last run and the adopted owner, and ignores an unreadable run", (t) => {
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
  const adopting = { ...full, adopted: "kapp app shop/web" };
  t.deepEqual(readParent(parentObject(adopting, "converge/v1")), adopting);
  const unreadable = readParent(live({}, '{"format":1,"installed":true,"lastRun":"yesterday"}'));
  t.like(unreadable, { installed: true, lastRun: undefined });
});

test("an ApplySet parent records the revisions of its release; one of an older converge has none", (t) => {
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

test("the order of kinds and namespaces does not change the written ApplySet parent", (t) => {
  const extents = [
    { groupKinds: [secret, deployment], namespaces: ["b", "a"] },
    { groupKinds: [deployment, secret], namespaces: ["a", "b"] },
  ];
  const [left, right] = extents.map((extent) =>
    JSON.stringify(parentObject(withExtent(full, extent), "converge/v1")),
  );
  t.is(left, right);
});

test("a parent is extended by new kinds and namespaces, and trimmed to the remaining ones", (t) => {
  const wide = withExtent(full, { groupKinds: [{ group: "batch", kind: "Job" }], namespaces: ["jobs"] });
  t.deepEqual(wide.namespaces, ["db", "jobs", "other", "web"]);
  t.is(wide.groupKinds.length, 4);
  const narrow = withTrimmedExtent(wide, { groupKinds: [secret], namespaces: [] });
  t.deepEqual(narrow.namespaces, ["web"]);
  t.deepEqual(narrow.groupKinds, [secret]);
  t.true(sameRecord(withExtent(wide, full), wide));
  t.false(sameRecord(wide, full));
});

test("kinds of the same name in the core group and another group are distinct", (t) => {
  const both = [
    { group: "", kind: "Service" },
    { group: "serving.knative.dev", kind: "Service" },
  ];
  const record = withTrimmedExtent(full, { groupKinds: both, namespaces: [] });
  t.deepEqual(readParent(parentObject(record, "converge/v1")), record);
});

/** Checks why a Secret is refused as the parent of a release. */
const testFault = test.macro({
  exec(t, secretObject: JsonObject, words: RegExp) {
    const read = readParent(secretObject);
    t.true("fault" in read && words.test(read.fault), JSON.stringify(read));
  },
  title: (name) => `${name} is refused with a remedy`,
});

test(
  "an ApplySet parent of kubectl",
  testFault,
  live({ annotations: { [toolingAnnotation]: "kubectl/v1.36" } }),
  /belongs to kubectl .*choose another/,
);
test(
  "an ApplySet parent of a tool whose name has slashes",
  testFault,
  live({ annotations: { [toolingAnnotation]: "kpt.dev/kpt/v1.0.0" } }),
  /belongs to kpt\.dev\/kpt /,
);
test(
  "an ApplySet parent without a tooling annotation",
  testFault,
  live({ annotations: {} }),
  /no annotation applyset.*remove the Secret/,
);
test(
  "an ApplySet parent without an id",
  testFault,
  live({ labels: {} }),
  /no label applyset\.kubernetes\.io\/id/,
);
test(
  "an ApplySet parent copied to another namespace",
  testFault,
  live({ namespace: "copy" }),
  /set the label/,
);
test(
  "an ApplySet parent with the id of another one",
  testFault,
  live({ labels: { [idLabel]: "applyset-x-v1" } }),
  /the label applyset-x-v1/,
);
test(
  "an ApplySet parent without the name prefix of converge",
  testFault,
  live({ name: "shop" }),
  /does not begin with "converge-"/,
);
test(
  "an ApplySet parent of a newer format",
  testFault,
  live({}, '{"format":3}'),
  /newer converge.*upgrade converge/,
);
test("an ApplySet parent with broken state", testFault, live({}, "{"), /cannot be read/);
test("an ApplySet parent whose state has no format", testFault, live({}, "[]"), /cannot be read/);

test("an ApplySet parent without state is that of a release that was never installed", (t) => {
  const { data: _, ...rest } = live({});
  const read = readParent(rest);
  t.is(field({ ...read, finished: null } as unknown as JsonObject, "installed"), false);
});
