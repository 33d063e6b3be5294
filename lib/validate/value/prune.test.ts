import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

/** The field `v` as the packages of Kubernetes 1.36.3 store it, and the fields that they drop. */
const facts: readonly (readonly [
  schema: JsonValue,
  value: JsonValue,
  stored: JsonValue | undefined,
  unknown: string,
])[] = [
  [{ type: "object", properties: { a: { type: "string" } } }, { a: "x", b: 1, c: {} }, { a: "x" }, "v.b v.c"],
  [{ type: "object" }, { a: 1 }, {}, "v.a"],
  [
    { type: "object", properties: { a: { type: "object" } } },
    { a: { b: 1, c: { d: 2 } } },
    { a: {} },
    "v.a.b v.a.c",
  ],
  [
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    { a: { b: [1, { c: 2 }] } },
    { a: { b: [1, { c: 2 }] } },
    "",
  ],
  [
    {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { a: { type: "object", properties: { k: { type: "string" } } } },
    },
    { a: { k: "x", z: 1 }, b: { z: 1 } },
    { a: { k: "x" }, b: { z: 1 } },
    "v.a.z",
  ],
  [
    {
      type: "object",
      properties: {
        a: {
          type: "object",
          "x-kubernetes-preserve-unknown-fields": true,
          properties: { b: { type: "object", properties: { c: { type: "string" } } } },
        },
      },
    },
    { a: { x: 1, b: { y: 2, c: "z" } } },
    { a: { b: { c: "z" }, x: 1 } },
    "v.a.b.y",
  ],
  [
    { type: "object", additionalProperties: { type: "object", properties: { k: { type: "string" } } } },
    { a: { k: "x", z: 1 }, b: { y: 1 } },
    { a: { k: "x" }, b: {} },
    "v.a.z v.b.y",
  ],
  [{ type: "object", additionalProperties: true }, { a: 1, b: { c: 1 } }, { a: 1, b: {} }, "v.b.c"],
  [
    { type: "object", additionalProperties: { "x-kubernetes-preserve-unknown-fields": true } },
    { a: 1, b: { c: 1 } },
    { a: 1, b: { c: 1 } },
    "",
  ],
  [
    { type: "array", items: { type: "object", properties: { k: { type: "string" } } } },
    [{ k: "x", a: 1 }, { b: 2 }, {}],
    [{ k: "x" }, {}, {}],
    "v[0].a v[1].b",
  ],
  [
    {
      type: "array",
      items: { type: "array", items: { type: "object", properties: { k: { type: "string" } } } },
    },
    [[{ k: "x", a: 1 }], [{ b: 2 }]],
    [[{ k: "x" }], [{}]],
    "v[0][0].a v[1][0].b",
  ],
  [
    { type: "array", items: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    [{ a: { b: 1 } }],
    [{ a: { b: 1 } }],
    "",
  ],
  [{ type: "object", properties: { a: { type: "string" } } }, { a: { b: 1 } }, { a: {} }, "v.a.b"],
  [
    { type: "object", properties: { a: { type: "array", items: { type: "string" } } } },
    { a: [{ b: 1 }] },
    { a: [{}] },
    "v.a[0].b",
  ],
  [{ type: "string" }, { a: 1 }, {}, "v.a"],
  [{ "x-kubernetes-preserve-unknown-fields": true }, { a: [{ b: { c: 1 } }] }, { a: [{ b: { c: 1 } }] }, ""],
  [
    {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: { spec: { type: "object", properties: { k: { type: "string" } } } },
    },
    { apiVersion: "v1", kind: "Pod", metadata: { name: "a", zork: 1 }, spec: { k: "x", z: 1 }, status: {} },
    { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: { k: "x" } },
    "v.metadata.zork v.spec.z v.status",
  ],
  [
    { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    { apiVersion: "v1", kind: "Pod", metadata: { name: "a", labels: { b: "c" }, zork: 1 }, data: { x: 1 } },
    { apiVersion: "v1", data: { x: 1 }, kind: "Pod", metadata: { labels: { b: "c" }, name: "a" } },
    "v.metadata.zork",
  ],
  [
    { type: "object", properties: { apiVersion: { type: "string" } } },
    { apiVersion: "v1", kind: "Pod", metadata: {} },
    { apiVersion: "v1" },
    "v.kind v.metadata",
  ],
  [
    { type: "object", properties: { a: { type: "string" } } },
    { é: 1, "a b": 2, "c.d": 3, "e[0]": 4 },
    {},
    "v.a b v.c.d v.e[0] v.é",
  ],
  [
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ properties: { b: {} } }] },
    { a: "x", b: 1 },
    { a: "x" },
    "v.b",
  ],
];

for (const [schema, value, stored, unknown] of facts) {
  test(`${JSON.stringify(value)} is stored as ${stored === undefined ? "nothing" : JSON.stringify(stored)} with the schema ${JSON.stringify(schema)}`, (t) => {
    const found = checkField(schema, value);
    t.deepEqual(found.stored, stored);
    t.is(found.unknown, unknown);
  });
}
