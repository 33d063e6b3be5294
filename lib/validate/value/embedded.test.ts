import test from "ava";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

const resource: JsonObject = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};

/** The faults that the packages of Kubernetes 1.36.3 find in the field `v`. */
const facts: readonly (readonly [schema: JsonValue, value: JsonValue, faults: string])[] = [
  [resource, { apiVersion: "v1", kind: "Pod" }, ""],
  [resource, { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } }, ""],
  [resource, {}, "Required v.apiVersion, Required v.kind"],
  [resource, { apiVersion: "", kind: "" }, "Invalid v.apiVersion, Invalid v.kind"],
  [resource, { apiVersion: "v1" }, "Required v.kind"],
  [resource, { kind: "Pod" }, "Required v.apiVersion"],
  [resource, { apiVersion: "a/b/c", kind: "Pod" }, "Invalid v.apiVersion"],
  [resource, { apiVersion: "/v1", kind: "Pod" }, ""],
  [resource, { apiVersion: "v1", kind: "pod" }, ""],
  [resource, { apiVersion: "v1", kind: "Po_d" }, "Invalid v.kind"],
  [resource, { apiVersion: "v1", kind: "1Pod" }, "Invalid v.kind"],
  [resource, { apiVersion: "v1", kind: "Pod", metadata: {} }, ""],
  [resource, { apiVersion: "v1", kind: "Pod", metadata: { name: "A_b" } }, ""],
  [resource, { apiVersion: "v1", kind: "Pod", metadata: { name: ".." } }, "Invalid v.metadata.name"],
  [resource, { apiVersion: "v1", kind: "Pod", metadata: { name: "a%b" } }, "Invalid v.metadata.name"],
  [
    resource,
    { apiVersion: "v1", kind: "Pod", metadata: { generateName: "a/" } },
    "Invalid v.metadata.generateName",
  ],
  [
    resource,
    { apiVersion: "v1", kind: "Pod", metadata: { namespace: "a.b" } },
    "Invalid v.metadata.namespace",
  ],
  [resource, { apiVersion: "v1", kind: "Pod", metadata: { namespace: "a" } }, ""],
  [
    resource,
    { apiVersion: "v1", kind: "Pod", metadata: { labels: { "a/b": "c", "-a": "d", e: "-f" } } },
    "Invalid v.metadata.labels, Invalid v.metadata.labels",
  ],
  [
    resource,
    { apiVersion: "v1", kind: "Pod", metadata: { annotations: { "a/b": "c d", "-a": "d" } } },
    "Invalid v.metadata.annotations",
  ],
  [
    resource,
    { apiVersion: "v1", kind: "Pod", metadata: { finalizers: ["a.b/c", "x y"] } },
    "Invalid v.metadata.finalizers",
  ],
  [
    resource,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }] },
    },
    "",
  ],
  [
    resource,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ownerReferences: [{ apiVersion: "", kind: "", name: "", uid: "" }] },
    },
    "Invalid v.metadata.ownerReferences.apiVersion, Invalid v.metadata.ownerReferences.kind, Invalid v.metadata.ownerReferences.name, Invalid v.metadata.ownerReferences.uid",
  ],
  [
    resource,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "p", uid: "u" }] },
    },
    "Invalid v.metadata.ownerReferences",
  ],
  [
    resource,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        ownerReferences: [
          { apiVersion: "v1", kind: "A", name: "p", uid: "u", controller: true },
          { apiVersion: "v1", kind: "B", name: "q", uid: "w", controller: true },
        ],
      },
    },
    "Invalid v.metadata.ownerReferences",
  ],
  [
    resource,
    { apiVersion: "v1", kind: "Pod", metadata: { generation: -1 } },
    "Invalid v.metadata.generation",
  ],
  [
    resource,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { managedFields: [{ manager: "m", operation: "Apply", fieldsType: "FieldsV1" }] },
    },
    "",
  ],
  [
    resource,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { managedFields: [{ manager: "m", operation: "Update", fieldsType: "V2" }] },
    },
    "Invalid v.metadata.managedFields[0].fieldsType",
  ],
  [
    {
      type: "array",
      items: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
    },
    [
      { apiVersion: "v1", kind: "Pod" },
      { kind: "Pod" },
      { apiVersion: "v1", kind: "Pod", metadata: { name: "A/b" } },
    ],
    "Invalid v[2].metadata.name, Required v[1].apiVersion",
  ],
  [
    {
      type: "object",
      properties: {
        t: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
      },
    },
    { t: { kind: "Pod" } },
    "Required v.t.apiVersion",
  ],
  [
    {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { metadata: { type: "object", properties: { name: { type: "string", pattern: "^x" } } } },
    },
    { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
    "Invalid v.metadata.name",
  ],
  [
    {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: { kind: { type: "string", enum: ["Pod"] } },
    },
    { apiVersion: "v1", kind: "Node" },
    "NotSupported v.kind",
  ],
  [
    {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      nullable: true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    null,
    "",
  ],
];

for (const [schema, value, faults] of facts) {
  test(`${JSON.stringify(value)} with the schema ${JSON.stringify(schema)} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(checkField(schema, value).faults, faults);
  });
}
