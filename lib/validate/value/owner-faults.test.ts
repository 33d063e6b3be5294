import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { writtenMetaFaults } from "./meta-faults.ts";

/** The faults of metadata in Kubernetes 1.36 and 1.37. */
const facts: readonly (readonly [metadata: JsonValue, before: string, since: string])[] = [
  [{ ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "a", uid: "u" }] }, "", ""],
  [
    { ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "a", uid: "" }] },
    "Invalid metadata.ownerReferences.uid",
    "Required metadata.ownerReferences[0].uid",
  ],
  [
    { ownerReferences: [{ kind: "A", name: "a", uid: "u" }] },
    "Invalid metadata.ownerReferences.apiVersion",
    "Required metadata.ownerReferences[0].apiVersion",
  ],
  [
    { ownerReferences: [{ apiVersion: "a/b/c", kind: "A", name: "a", uid: "u" }] },
    "Invalid metadata.ownerReferences.apiVersion",
    "Invalid metadata.ownerReferences[0].apiVersion",
  ],
  [
    { ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "a", uid: "u" }] },
    "Invalid metadata.ownerReferences",
    "Invalid metadata.ownerReferences[0]",
  ],
  [
    {
      ownerReferences: ["a", "b"].map((name) => ({
        apiVersion: "v1",
        kind: "Pod",
        name,
        uid: name,
        controller: true,
      })),
    },
    "Invalid metadata.ownerReferences",
    "Invalid metadata.ownerReferences",
  ],
  // A duplicate owner counts once.
  [
    {
      ownerReferences: ["a", "a"].map((name) => ({
        apiVersion: "v1",
        kind: "Pod",
        name,
        uid: name,
        controller: true,
      })),
    },
    "",
    "",
  ],
  [
    { managedFields: [{}, { operation: "Replace" }] },
    "Invalid metadata.managedFields[0].operation, Invalid metadata.managedFields[1].operation",
    "Required metadata.managedFields[0].operation, NotSupported metadata.managedFields[1].operation",
  ],
];

function faultsOf(metadata: JsonValue, minor: number): string {
  return writtenMetaFaults(metadata, minor)
    .map(({ reason, path }) => `${reason.replace("FieldValue", "")} ${formatFieldPath(path)}`)
    .join(", ");
}

for (const [metadata, before, since] of facts) {
  test(`metadata ${JSON.stringify(metadata).slice(0, 100)} ${since === "" ? "has no fault" : `is refused: ${since}`}`, (t) => {
    t.is(faultsOf(metadata, 36), before);
    t.is(faultsOf(metadata, 37), since);
  });
}

test("a fault of an owner has the place of its field, independent of the path that the server reports", (t) => {
  const metadata = { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "a" }] };
  for (const minor of [36, 37]) {
    const [fault] = writtenMetaFaults(metadata, minor);
    t.deepEqual(fault?.place ?? fault?.path, ["metadata", "ownerReferences", 0, "uid"]);
  }
});
