import test from "ava";

import { condition, live } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import { blockersOf } from "./deletion-blockers.ts";

test("finalizers block a deletion", (t) => {
  const object = live("v1/ConfigMap", {
    metadata: { finalizers: ["example.com/cleanup", "foregroundDeletion"] },
  });
  t.deepEqual(blockersOf(object), ["finalizer example.com/cleanup", "finalizer foregroundDeletion"]);
});

test("a Namespace reports the conditions that block its deletion", (t) => {
  const conditions = [
    condition(
      "NamespaceDeletionDiscoveryFailure=True",
      "DiscoveryFailed",
      "stale GroupVersion: metrics.k8s.io/v1beta1",
    ),
    condition("NamespaceContentRemaining=False", "ContentRemoved", "All content successfully removed"),
    condition(
      "NamespaceFinalizersRemaining=True",
      "SomeFinalizersRemain",
      "example.com/cleanup in 1 resource instances",
    ),
  ];
  t.deepEqual(blockersOf(live("v1/Namespace", { status: { conditions } })), [
    "NamespaceDeletionDiscoveryFailure: stale GroupVersion: metrics.k8s.io/v1beta1",
    "NamespaceFinalizersRemaining: example.com/cleanup in 1 resource instances",
  ]);
});

test("nothing blocks the deletion of an object without finalizers", (t) => {
  t.deepEqual(blockersOf(live("v1/ConfigMap")), []);
});

/** The entry of a manager that owns a finalizer. */
function owned(manager: string, finalizer: string): JsonObject {
  const names = { ".": {}, [`v:${JSON.stringify(finalizer)}`]: {} };
  return { manager, operation: "Update", fieldsV1: { "f:metadata": { "f:finalizers": names } } };
}

test("a finalizer is reported with the field managers that have set it", (t) => {
  const object = live("v1/ConfigMap", {
    metadata: {
      finalizers: ["a.com/x", "b.com/y"],
      managedFields: [owned("operator", "a.com/x"), owned("kubectl", "a.com/x"), { manager: "other" }],
    },
  });
  t.deepEqual(blockersOf(object), ["finalizer a.com/x, set by operator and kubectl", "finalizer b.com/y"]);
});
