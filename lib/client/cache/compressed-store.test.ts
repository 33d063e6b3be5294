import test from "ava";
import { array, assert, dictionary, jsonValue, property, string, tuple } from "fast-check";

import type { JsonObject } from "../../object/json.ts";
import type { Resource } from "../model/cluster.ts";
import { PackedObjects } from "./compressed-store.ts";
import { covers, hasSelected, selectionKey, showsAlike } from "./selection-coverage.ts";

const anyObject = dictionary(string(), jsonValue()).map((value) => {
  const object: JsonObject = JSON.parse(JSON.stringify(value));
  return object;
});

test("stored objects are returned unchanged", (t) => {
  assert(
    property(array(tuple(string(), anyObject)), (puts) => {
      const packed = new PackedObjects();
      for (const [key, object] of puts) {
        packed.set(key, object);
      }
      const last = new Map(puts);
      t.deepEqual([...packed.keys()], [...last.keys()]);
      for (const [key, object] of last) {
        t.deepEqual(packed.get(key), object);
      }
    }),
  );
});

test("the version of a stored object is known until it is deleted", (t) => {
  const packed = new PackedObjects();
  packed.set("a", { metadata: { resourceVersion: "7" } });
  t.is(packed.version("a"), "7");
  packed.delete("a");
  t.is(packed.version("a"), undefined);
  t.is(packed.get("a"), undefined);
});

const resource: Resource = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  namespaced: true,
  verbs: [],
};
const web = { metadata: { name: "web", labels: { app: "web", tier: "a" } } };

const selects = test.macro({
  title: (_, selector: string, expected: boolean | undefined) =>
    `the selector "${selector}" matches the labels app=web,tier=a: ${expected ?? "unknown"}`,
  exec(t, labelSelector: string, expected: boolean | undefined) {
    t.is(hasSelected({ resource, labelSelector }, web), expected);
  },
});
for (const selector of [
  "",
  "app=web",
  "app==web",
  "app=web,tier=a",
  "app",
  "!pod",
  "app!=we",
  "pod!=web",
  "app in (we, web),tier=a",
  "tier notin (b,c)",
  "pod notin (b)",
]) {
  test(selects, selector, true);
}
for (const selector of [
  "app=web,tier=b",
  "pod=",
  "pod",
  "!app",
  "app!=web",
  "app in (we,b)",
  "pod in (a)",
  "tier notin (a,b)",
  "tier>1,app=we",
]) {
  test(selects, selector, false);
}
// For any other term the result is unknown.
for (const selector of ["tier>1", "app=web,tier<2", "app in web", "app in (web"]) {
  test(selects, selector, undefined);
}

test("a field selector by name matches only that object", (t) => {
  t.true(hasSelected({ resource, fieldSelector: "metadata.name=web" }, web));
  t.false(hasSelected({ resource, fieldSelector: "metadata.name=we" }, web));
  t.is(hasSelected({ resource, fieldSelector: "metadata.name=web,type=a" }, web), undefined);
});

test("a selection covers objects of its kind in its namespace, or in all namespaces", (t) => {
  const place = { resource, namespace: "shop", name: "web" };
  t.true(covers({ resource }, place));
  t.true(covers({ resource, namespace: "shop" }, place));
  t.false(covers({ resource, namespace: "shop2" }, place));
  t.false(covers({ resource: { ...resource, plural: "daemonsets" } }, place));
});

test("only a metadata-only selection shows the same under every version of a kind", (t) => {
  const place = { resource, namespace: "shop", name: "web" };
  const older = { ...resource, version: "v1beta1" };
  t.true(showsAlike({ resource }, place));
  t.false(showsAlike({ resource: older }, place));
  t.true(showsAlike({ resource: older, metadataOnly: true }, place));
});

test("selections have the same key only if all their parts are equal", (t) => {
  const selections = [
    { resource },
    { resource, namespace: "a" },
    { resource, labelSelector: "a" },
    { resource, fieldSelector: "a" },
    { resource, metadataOnly: true },
    { resource: { ...resource, version: "v2" } },
  ];
  t.is(new Set(selections.map((selection) => selectionKey(selection))).size, selections.length);
  t.is(selectionKey({ resource, metadataOnly: false }), selectionKey({ resource, labelSelector: "" }));
});
