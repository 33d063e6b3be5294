import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { sameSchema } from "./same-schema.ts";

const string = { type: "string" };

// As Go compares the decoded schemas: a null pointer is not a pointer to false, an empty slice is like none.
const pairs: readonly (readonly [what: string, left: JsonObject, right: JsonObject, same: boolean])[] = [
  [
    "equal schemas",
    { type: "object", properties: { a: string } },
    { type: "object", properties: { a: string } },
    true,
  ],
  ["fields in another order", { type: "string", maxLength: 5 }, { maxLength: 5, type: "string" }, true],
  ["another type", string, { type: "integer" }, false],
  ["another description", { ...string, description: "a" }, string, false],
  ["an empty description", { ...string, description: "" }, string, true],
  ["nullable false", { ...string, nullable: false }, string, true],
  ["nullable true", { ...string, nullable: true }, string, false],
  ["null", { ...string, maximum: null }, string, true],
  ["a maximum of 0", { ...string, maximum: 0 }, string, false],
  ["a minimum length of 0", { ...string, minLength: 0 }, string, false],
  ["no required fields", { type: "object", required: [] }, { type: "object" }, true],
  ["required fields in another order", { required: ["a", "b"] }, { required: ["b", "a"] }, false],
  ["no properties", { type: "object", properties: {} }, { type: "object" }, true],
  ["a property more", { properties: { a: string, b: string } }, { properties: { a: string } }, false],
  [
    "properties in another order",
    { properties: { a: string, b: {} } },
    { properties: { b: {}, a: string } },
    true,
  ],
  ["an empty property", { properties: { a: {} } }, { properties: { b: {} } }, false],
  [
    "emptiness in a property",
    { properties: { a: { ...string, title: "" } } },
    { properties: { a: string } },
    true,
  ],
  ["a default of false", { default: false }, {}, false],
  ["an empty default", { default: "" }, {}, false],
  ["a default of null", { default: null }, {}, true],
  ["a default with empty fields", { default: { title: "" } }, { default: {} }, false],
  ["an example of an empty string", { example: "" }, {}, false],
  ["an enum in another order", { enum: [1, 2] }, { enum: [2, 1] }, false],
  ["additionalProperties false", { additionalProperties: false }, {}, false],
  ["additionalProperties that are empty", { additionalProperties: {} }, {}, false],
  [
    "emptiness in additionalProperties",
    { additionalProperties: { title: "" } },
    { additionalProperties: {} },
    true,
  ],
  ["emptiness in items", { items: { ...string, nullable: false } }, { items: string }, true],
  ["empty items", { items: {} }, {}, false],
  ["an empty negation", { not: {} }, {}, false],
  ["emptiness in a negation", { not: { enum: [] } }, { not: {} }, true],
  ["emptiness in a condition", { anyOf: [{ title: "" }, string] }, { anyOf: [{}, string] }, true],
  ["conditions in another order", { anyOf: [string, {}] }, { anyOf: [{}, string] }, false],
  ["a condition more", { allOf: [string, string] }, { allOf: [string] }, false],
  ["no conditions", { allOf: [] }, {}, true],
  ["an empty list type", { "x-kubernetes-list-type": "" }, {}, false],
  ["preserved fields false", { "x-kubernetes-preserve-unknown-fields": false }, {}, false],
  ["no integer or string", { "x-kubernetes-int-or-string": false }, {}, true],
  ["no rules", { "x-kubernetes-validations": [] }, {}, true],
  [
    "another rule",
    { "x-kubernetes-validations": [{ rule: "a" }] },
    { "x-kubernetes-validations": [{ rule: "b" }] },
    false,
  ],
  [
    "a property named constructor",
    { properties: { constructor: string } },
    { properties: { a: string } },
    false,
  ],
];
for (const [what, left, right, same] of pairs) {
  test(`schemas that differ by ${what} are ${same ? "the same" : "not the same"}`, (t) => {
    t.is(sameSchema(left, right), same);
    t.is(sameSchema(right, left), same);
    t.true(sameSchema(left, structuredClone(left)));
  });
}
