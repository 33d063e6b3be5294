import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

/** The faults that the packages of Kubernetes 1.36.3 find in the field `v`. */
const facts: readonly (readonly [schema: JsonValue, value: JsonValue, faults: string])[] = [
  [{ type: "object" }, {}, ""],
  [{ type: "object" }, "a", "TypeInvalid v"],
  [{ type: "object" }, 1, "TypeInvalid v"],
  [{ type: "object" }, true, "TypeInvalid v"],
  [{ type: "object", nullable: true }, null, ""],
  [{ type: "object", required: ["a"] }, {}, "Required v.a"],
  [{ type: "object", required: ["a"], properties: { a: { type: "string" } } }, {}, "Required v.a"],
  [{ type: "object", required: ["a"], properties: { a: { type: "string" } } }, { a: "" }, ""],
  [{ type: "object", required: ["a"], properties: { a: { type: "string" } } }, { a: null }, "Required v.a"],
  [
    { type: "object", required: ["a"], properties: { a: { type: "string", nullable: true } } },
    { a: null },
    "",
  ],
  [{ type: "object", required: ["a"], properties: { a: { type: "string", default: "x" } } }, {}, ""],
  [
    { type: "object", required: ["a", "b"], properties: { a: { type: "string" }, b: { type: "string" } } },
    { b: "x" },
    "Required v.a",
  ],
  [
    { type: "object", required: ["b", "a"], properties: { a: { type: "string" }, b: { type: "string" } } },
    {},
    "Required v.a, Required v.b",
  ],
  [{ type: "object", required: ["a"], "x-kubernetes-preserve-unknown-fields": true }, { a: null }, ""],
  [{ type: "object", required: ["a"], "x-kubernetes-preserve-unknown-fields": true }, { a: 1 }, ""],
  [{ type: "object", required: ["a"], additionalProperties: { type: "integer" } }, { b: 1 }, "Required v.a"],
  [{ type: "object", minProperties: 1, properties: { a: { type: "string" } } }, {}, "Invalid v"],
  [{ type: "object", minProperties: 1, properties: { a: { type: "string" } } }, { a: "x" }, ""],
  [{ type: "object", minProperties: 1, properties: { a: { type: "string" } } }, { b: "x" }, "Invalid v"],
  [{ type: "object", maxProperties: 0, additionalProperties: { type: "string" } }, { a: "x" }, "TooMany v"],
  [{ type: "object", maxProperties: 2, additionalProperties: { type: "string" } }, { a: "x", b: "y" }, ""],
  [
    { type: "object", minProperties: 2, maxProperties: 1, additionalProperties: { type: "string" } },
    { a: "x" },
    "Invalid v",
  ],
  [
    { type: "object", additionalProperties: { type: "integer" } },
    { a: "x", b: 1, c: true },
    "TypeInvalid v.a, TypeInvalid v.c",
  ],
  [
    {
      type: "object",
      additionalProperties: { type: "object", required: ["n"], properties: { n: { type: "integer" } } },
    },
    { a: {}, b: { n: 1 }, c: { n: "x" } },
    "Required v.a.n, TypeInvalid v.c.n",
  ],
  [{ type: "object", additionalProperties: true }, { a: { b: 1 } }, ""],
  [
    {
      type: "object",
      properties: {
        a: { type: "object", properties: { b: { type: "object", properties: { c: { type: "integer" } } } } },
      },
    },
    { a: { b: { c: "x" } } },
    "TypeInvalid v.a.b.c",
  ],
  [
    { type: "object", properties: { a: { type: "object", properties: { b: { type: "integer" } } } } },
    { a: { b: 1, z: 2 }, y: {} },
    "",
  ],
  [{ type: "object", properties: { a: { type: "object" } } }, { a: { b: { c: 1 } } }, ""],
  [{ type: "object", properties: { a: { type: "string" } } }, { A: "x" }, ""],
  [
    {
      type: "object",
      properties: { "a.b": { type: "integer" }, "c/d": { type: "integer" }, "e f": { type: "integer" } },
    },
    { "a.b": "x", "c/d": "y", "e f": "z" },
    "TypeInvalid v.a.b, TypeInvalid v.c/d, TypeInvalid v.e f",
  ],
  [{ type: "object", properties: { "": { type: "integer" } } }, { "": "x" }, "TypeInvalid v."],
  [
    { type: "object", properties: { toString: { type: "integer" } } },
    { valueOf: 1, toString: "x" },
    "TypeInvalid v.toString",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ required: ["a"] }, { minProperties: 2 }],
    },
    {},
    "Invalid, Required v.a",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    { a: "x" },
    "",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    { a: "x", b: "y" },
    "Invalid",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      not: { required: ["b"] },
    },
    { a: "x" },
    "",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      not: { required: ["b"] },
    },
    { b: "x" },
    "Invalid",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" } },
      allOf: [{ properties: { a: { minLength: 2 } } }, { properties: { a: { maxLength: 0 } } }],
    },
    { a: "x" },
    "Invalid, Invalid v.a, TooLong v.a",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ properties: { a: { minLength: 2 } } }, { properties: { a: { pattern: "^y" } } }],
    },
    { a: "x" },
    "Invalid, Invalid v.a",
  ],
  [
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ properties: { a: { minLength: 2 } } }, { properties: { a: { pattern: "^y" } } }],
    },
    {},
    "",
  ],
];

for (const [schema, value, faults] of facts) {
  test(`${JSON.stringify(value)} with the schema ${JSON.stringify(schema)} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(checkField(schema, value).faults, faults);
  });
}
