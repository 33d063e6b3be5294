import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["no name", {}, "Required metadata.name"],
  ["a name other than plural and group", { name: "bars.example.com" }, "Invalid metadata.name"],
  ["a name in capitals", { name: "Foos.example.com" }, "Invalid metadata.name"],
  ["labels", { name: "foos.example.com", labels: { a: "b", "c/d": "" } }, ""],
  [
    "a label key with two slashes",
    { name: "foos.example.com", labels: { "a/b/c": "d" } },
    "Invalid metadata.labels",
  ],
  [
    "a label value with a space",
    { name: "foos.example.com", labels: { a: "b c" } },
    "Invalid metadata.labels",
  ],
  [
    "a label value of 64 characters",
    { name: "foos.example.com", labels: { a: "b".repeat(64) } },
    "Invalid metadata.labels",
  ],
  ["an annotation key in capitals", { name: "foos.example.com", annotations: { "A/b": "c" } }, ""],
  [
    "an annotation key with a space",
    { name: "foos.example.com", annotations: { "a b": "c" } },
    "Invalid metadata.annotations",
  ],
  ["annotations of any text", { name: "foos.example.com", annotations: { a: "b c\nd" } }, ""],
  ["annotations with non-ASCII text", { name: "foos.example.com", annotations: { a: "éééééééééé" } }, ""],
  ["generateName", { name: "foos.example.com", generateName: "foos-" }, "Invalid metadata.generateName"],
  ["a finalizer", { name: "foos.example.com", finalizers: ["a.b/c"] }, ""],
  ["a finalizer without a domain", { name: "foos.example.com", finalizers: ["a"] }, ""],
  [
    "a finalizer with a space",
    { name: "foos.example.com", finalizers: ["a b"] },
    "Invalid metadata.finalizers",
  ],
  [
    "conflicting finalizers",
    { name: "foos.example.com", finalizers: ["orphan", "foregroundDeletion"] },
    "Invalid metadata.finalizers",
  ],
  [
    "an owner",
    { name: "foos.example.com", ownerReferences: [{ apiVersion: "v1", kind: "A", name: "a", uid: "u" }] },
    "",
  ],
  [
    "an owner without a uid",
    { name: "foos.example.com", ownerReferences: [{ apiVersion: "v1", kind: "A", name: "a", uid: "" }] },
    "Invalid metadata.ownerReferences.uid",
  ],
  [
    "an owner without a version",
    { name: "foos.example.com", ownerReferences: [{ apiVersion: "", kind: "A", name: "a", uid: "u" }] },
    "Invalid metadata.ownerReferences.apiVersion",
  ],
];

for (const [title, change, faults] of facts) {
  test(`metadata with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ metadata: change }), faults);
  });
}
