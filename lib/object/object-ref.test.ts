import test from "ava";
import * as fc from "fast-check";

import {
  compareText,
  formatRef,
  groupKindKey,
  groupKindOf,
  groupOf,
  type ObjectRef,
  parseRef,
  versionOf,
} from "./object-ref.ts";

const writes = test.macro({
  exec(t, ref: ObjectRef, expected: string) {
    t.is(formatRef(ref), expected);
    t.deepEqual(parseRef(expected), ref);
  },
  title: (_, __: ObjectRef, expected: string) => `${expected} is formatted and parsed as a reference`,
});
test(
  writes,
  { group: "apps", kind: "Deployment", namespace: "shop", name: "web" },
  "apps/namespaces/shop/Deployment/web",
);
test(
  writes,
  { group: "", kind: "ConfigMap", namespace: "shop", name: "env" },
  "/namespaces/shop/ConfigMap/env",
);
test(writes, { group: "", kind: "Namespace", namespace: "", name: "shop" }, "/Namespace/shop");
test(
  writes,
  { group: "rbac.authorization.k8s.io", kind: "ClusterRole", namespace: "", name: "system:node" },
  "rbac.authorization.k8s.io/ClusterRole/system:node",
);

for (const text of [
  "",
  "web",
  "Deployment/web",
  "a/b/c/d",
  "apps/other/shop/Deployment/web",
  "a/namespaces/b/c/d/e",
]) {
  test(`"${text}" is not a reference`, (t) => {
    t.is(parseRef(text), undefined);
  });
}

test("a formatted reference is parsed back to the same reference", (t) => {
  const part = fc.stringMatching(/^[a-z][a-z0-9.:-]{0,8}$/);
  const optional = fc.oneof(fc.constant(""), part);
  const drawn = fc.record({ group: optional, kind: part, namespace: optional, name: part });
  fc.assert(
    fc.property(drawn, (ref) => {
      t.deepEqual(parseRef(formatRef(ref)), ref);
    }),
  );
});

test("an apiVersion is split into group and version", (t) => {
  t.deepEqual([groupOf("apps/v1"), versionOf("apps/v1")], ["apps", "v1"]);
  t.deepEqual([groupOf("v1"), versionOf("v1")], ["", "v1"]);
  t.deepEqual([groupOf(""), versionOf("")], ["", ""]);
});

test("kinds are qualified by their group, which is empty for core kinds", (t) => {
  t.is(groupKindKey({ group: "", kind: "Pod" }), "/Pod");
  t.is(groupKindOf({ apiVersion: "apps/v1beta2", kind: "Deployment" }), "apps/Deployment");
  t.is(groupKindOf({ apiVersion: "v1", kind: "Pod" }), "/Pod");
  t.is(groupKindOf({}), "/");
});

test("texts are ordered by UTF-16 units, not by a locale", (t) => {
  t.deepEqual(["b", "a", "B", "ä", "10", "9", "a-b", "ab", "\u{1F600}", "\uFFFD"].toSorted(compareText), [
    "10",
    "9",
    "B",
    "a",
    "a-b",
    "ab",
    "b",
    "ä",
    "\u{1F600}",
    "\uFFFD",
  ]);
  t.is(compareText("a", "a"), 0);
});
