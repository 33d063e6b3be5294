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
  [{ type: "object", properties: { a: { type: "string", default: "x" } } }, {}, { a: "x" }, ""],
  [{ type: "object", properties: { a: { type: "string", default: "x" } } }, { a: "y" }, { a: "y" }, ""],
  [{ type: "object", properties: { a: { type: "string", default: "x" } } }, { a: "" }, { a: "" }, ""],
  [{ type: "object", properties: { a: { type: "string", default: "x" } } }, { a: null }, { a: "x" }, ""],
  [
    { type: "object", properties: { a: { type: "string", nullable: true, default: "x" } } },
    { a: null },
    { a: null },
    "",
  ],
  [{ type: "object", properties: { a: { type: "string", nullable: true, default: null } } }, {}, {}, ""],
  [
    {
      type: "object",
      properties: { a: { type: "integer", default: 0 }, b: { type: "boolean", default: false } },
    },
    {},
    { a: 0, b: false },
    "",
  ],
  [
    { type: "object", properties: { a: { type: "array", items: { type: "integer" }, default: [1, 2] } } },
    {},
    { a: [1, 2] },
    "",
  ],
  [
    { type: "object", properties: { a: { type: "array", items: { type: "integer" }, default: [1, 2] } } },
    { a: [] },
    { a: [] },
    "",
  ],
  [
    {
      type: "object",
      properties: {
        a: {
          type: "object",
          default: { b: 1 },
          properties: { b: { type: "integer" }, c: { type: "integer", default: 2 } },
        },
      },
    },
    {},
    { a: { b: 1, c: 2 } },
    "",
  ],
  [
    {
      type: "object",
      properties: {
        a: {
          type: "object",
          default: { b: 1 },
          properties: { b: { type: "integer" }, c: { type: "integer", default: 2 } },
        },
      },
    },
    { a: {} },
    { a: { c: 2 } },
    "",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "string", default: "x" } } } },
    },
    {},
    {},
    "",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "string", default: "x" } } } },
    },
    { a: {} },
    { a: { b: "x" } },
    "",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "object", default: {}, properties: { b: { type: "string", default: "x" } } } },
    },
    {},
    { a: { b: "x" } },
    "",
  ],
  [
    {
      type: "object",
      additionalProperties: { type: "object", properties: { b: { type: "string", default: "x" } } },
    },
    { k: {}, l: { b: "y" } },
    { k: { b: "x" }, l: { b: "y" } },
    "",
  ],
  [
    { type: "object", additionalProperties: { type: "string", default: "x" } },
    { k: null, l: "y" },
    { k: "x", l: "y" },
    "",
  ],
  [
    { type: "array", items: { type: "object", properties: { b: { type: "string", default: "x" } } } },
    [{}, { b: "y" }],
    [{ b: "x" }, { b: "y" }],
    "",
  ],
  [{ type: "array", items: { type: "string", default: "x" } }, [null, "y"], ["x", "y"], ""],
  [{ type: "array", items: { type: "string" } }, [null, "y"], [null, "y"], ""],
  [{ type: "array", items: { type: "string", nullable: true } }, [null, "y"], [null, "y"], ""],
  [
    {
      type: "array",
      items: { type: "array", items: { type: "object", properties: { b: { type: "integer", default: 1 } } } },
    },
    [[{}], []],
    [[{ b: 1 }], []],
    "",
  ],
  [{ type: "object", properties: { a: { type: "string" } } }, { a: null }, {}, ""],
  [{ type: "object", properties: { a: { type: "string", nullable: true } } }, { a: null }, { a: null }, ""],
  [
    { type: "object", properties: { a: { type: "object", properties: { b: { type: "string" } } } } },
    { a: { b: null } },
    { a: {} },
    "",
  ],
  [{ type: "object", additionalProperties: { type: "string" } }, { k: null }, {}, ""],
  [{ type: "object", "x-kubernetes-preserve-unknown-fields": true }, { k: null }, { k: null }, ""],
  [
    {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { a: { type: "string", default: "x" } },
    },
    { k: null, a: null },
    { a: "x", k: null },
    "",
  ],
  [{ "x-kubernetes-int-or-string": true, default: 5 }, null, 5, ""],
  [{ type: "string", default: "x" }, null, "x", ""],
  [{ type: "object", default: { a: "x" }, properties: { a: { type: "string" } } }, null, { a: "x" }, ""],
];

for (const [schema, value, stored, unknown] of facts) {
  test(`${JSON.stringify(value)} is stored as ${stored === undefined ? "nothing" : JSON.stringify(stored)} with the schema ${JSON.stringify(schema)}`, (t) => {
    const found = checkField(schema, value);
    t.deepEqual(found.stored, stored);
    t.is(found.unknown, unknown);
  });
}
