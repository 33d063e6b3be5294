import test from "ava";
import * as fc from "fast-check";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { annotationOf, isTerminating, refOf, resourceVersionOf, uidOf } from "../../object/metadata.ts";
import { isOlder, isOlderVersion, partOf, targetOf } from "./live-object.ts";

function live(metadata: JsonObject, more: JsonObject = {}): JsonObject {
  return { apiVersion: "apps/v1", kind: "Deployment", metadata, ...more };
}

test("an object is identified by its group, kind, namespace and name, but not by its version", (t) => {
  const web = live({ name: "web", namespace: "shop" });
  const ref = { group: "apps", kind: "Deployment", namespace: "shop", name: "web" };
  t.deepEqual(refOf(web), ref);
  t.deepEqual(refOf({ ...web, apiVersion: "apps/v1beta1" }), ref);
  t.deepEqual(targetOf(ref), { key: "apps/namespaces/shop/Deployment/web", ...ref });
});

test("a cluster-scoped object of the core group has neither a group nor a namespace", (t) => {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
  t.deepEqual(refOf(namespace), { group: "", kind: "Namespace", namespace: "", name: "shop" });
  t.is(targetOf(refOf(namespace)).key, "/Namespace/shop");
});

test("an object without any fields is read with an empty name and no metadata", (t) => {
  for (const empty of [{}, { metadata: null }, { metadata: [], kind: 7, apiVersion: null }]) {
    t.deepEqual(refOf(empty), { group: "", kind: "", namespace: "", name: "" });
    t.is(uidOf(empty), "");
    t.is(resourceVersionOf(empty), "");
    t.is(partOf(empty), undefined);
    t.is(annotationOf(empty, "note"), undefined);
    t.false(isTerminating(empty));
  }
});

test("an object with a deletionTimestamp is terminating", (t) => {
  t.true(isTerminating(live({ name: "web", deletionTimestamp: "2026-01-01T00:00:00Z" })));
  t.false(isTerminating(live({ name: "web", deletionTimestamp: null })));
  t.false(isTerminating(live({ name: "web", finalizers: ["foregroundDeletion"] })));
});

test("the ApplySet of an object is read from its label, not from an annotation with the same name", (t) => {
  const mark = { "applyset.kubernetes.io/part-of": "applyset-test-v1" };
  t.is(partOf(live({ name: "web", labels: mark })), "applyset-test-v1");
  t.is(partOf(live({ name: "web", annotations: mark })), undefined);
});

test("an annotation is read by its exact name and only if it is a string", (t) => {
  const web = live({ annotations: { note: "mine", count: 7 }, labels: { other: "x" } });
  t.is(annotationOf(web, "note"), "mine");
  t.is(annotationOf(web, "count"), undefined);
  t.is(annotationOf(web, "other"), undefined);
  t.is(annotationOf(web, "constructor"), undefined);
});

/** Whether one resourceVersion is older than another. */
const older = test.macro({
  title: (_, left: string, right: string, expected: boolean) =>
    `resourceVersion "${left}" is ${expected ? "" : "not "}older than "${right}"`,
  exec(t, left: string, right: string, expected: boolean) {
    t.is(isOlderVersion(left, right), expected);
    t.is(isOlder(versioned(left), versioned(right)), expected);
  },
});

function versioned(resourceVersion: JsonValue): JsonObject {
  return live({ name: "web", resourceVersion });
}

test(older, "9", "10", true);
test(older, "10", "9", false);
test(older, "7", "7", false);
test(older, "9007199254740992", "9007199254740993", true);
test(older, "18446744073709551614", "18446744073709551615", true);
test(older, "", "1", false);
test(older, "1", "", false);
test(older, "abc", "abd", false);
test(older, "-2", "-1", false);
test(older, "1.5", "2", false);
test(older, "0x1", "2", false);

test("a resourceVersion that is not a string is ignored", (t) => {
  t.is(resourceVersionOf(versioned(7)), "");
  t.false(isOlder(versioned(7), versioned("8")));
});

const anyVersion = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  fc.constantFrom("", "abc", "-1", " 1", "1 ", "0x10"),
);

test("the order of resource versions is asymmetric and transitive", (t) => {
  const law = fc.property(anyVersion, anyVersion, anyVersion, (first, second, third) => {
    const isStrict = !(isOlderVersion(first, second) && isOlderVersion(second, first));
    const isChained = isOlderVersion(first, second) && isOlderVersion(second, third);
    return isStrict && !isOlderVersion(first, first) && (!isChained || isOlderVersion(first, third));
  });
  t.notThrows(() => fc.assert(law));
});

test("resource versions are ordered as integers", (t) => {
  const integers = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const law = fc.property(
    integers,
    integers,
    (left, right) => isOlderVersion(String(left), String(right)) === left < right,
  );
  t.notThrows(() => fc.assert(law));
});
