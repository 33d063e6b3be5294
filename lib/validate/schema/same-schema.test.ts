import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { sameSchema } from "./same-schema.ts";

const string = { type: "string" };

// As Go compares the decoded schemas: a nil pointer differs from a pointer to false, an empty slice equals
// nil.
const pairs: readonly (readonly [what: string, left: JsonObject, right: JsonObject, same: boolean])[] = [
  [
    "nothing",
    { type: "object", properties: { a: string } },
    { type: "object", properties: { a: string } },
    true,
  ],
  ["the order of fields", { type: "string", maxLength: 5 }, { maxLength: 5, type: "string" }, true],
  ["the type", string, { type: "integer" }, false],
  ["the description", { ...string, description: "a" }, string, false],
  ["an empty description", { ...string, description: "" }, string, true],
  ["nullable false", { ...string, nullable: false }, string, true],
  ["nullable true", { ...string, nullable: true }, string, false],
  ["a field that is null", { ...string, maximum: null }, string, true],
  ["a maximum of 0", { ...string, maximum: 0 }, string, false],
  ["a minimum length of 0", { ...string, minLength: 0 }, string, false],
  ["an empty list of required fields", { type: "object", required: [] }, { type: "object" }, true],
  ["the order of required fields", { required: ["a", "b"] }, { required: ["b", "a"] }, false],
  ["an empty mapping of properties", { type: "object", properties: {} }, { type: "object" }, true],
  ["an additional property", { properties: { a: string, b: string } }, { properties: { a: string } }, false],
  [
    "the order of properties",
    { properties: { a: string, b: {} } },
    { properties: { b: {}, a: string } },
    true,
  ],
  ["the name of an empty property", { properties: { a: {} } }, { properties: { b: {} } }, false],
  [
    "an empty title in a property",
    { properties: { a: { ...string, title: "" } } },
    { properties: { a: string } },
    true,
  ],
  ["a default of false", { default: false }, {}, false],
  ["an empty default", { default: "" }, {}, false],
  ["a default of null", { default: null }, {}, true],
  ["a default with empty fields", { default: { title: "" } }, { default: {} }, false],
  ["an example of an empty string", { example: "" }, {}, false],
  ["the order of an enum", { enum: [1, 2] }, { enum: [2, 1] }, false],
  ["additionalProperties false", { additionalProperties: false }, {}, false],
  ["empty additionalProperties", { additionalProperties: {} }, {}, false],
  [
    "an empty title in additionalProperties",
    { additionalProperties: { title: "" } },
    { additionalProperties: {} },
    true,
  ],
  ["nullable false in items", { items: { ...string, nullable: false } }, { items: string }, true],
  ["empty items", { items: {} }, {}, false],
  ["an empty not", { not: {} }, {}, false],
  ["an empty enum in not", { not: { enum: [] } }, { not: {} }, true],
  ["an empty title in a condition", { anyOf: [{ title: "" }, string] }, { anyOf: [{}, string] }, true],
  ["the order of conditions", { anyOf: [string, {}] }, { anyOf: [{}, string] }, false],
  ["an additional condition", { allOf: [string, string] }, { allOf: [string] }, false],
  ["an empty list of conditions", { allOf: [] }, {}, true],
  ["an empty list type", { "x-kubernetes-list-type": "" }, {}, false],
  [
    "x-kubernetes-preserve-unknown-fields false",
    { "x-kubernetes-preserve-unknown-fields": false },
    {},
    false,
  ],
  ["x-kubernetes-int-or-string false", { "x-kubernetes-int-or-string": false }, {}, true],
  ["an empty list of rules", { "x-kubernetes-validations": [] }, {}, true],
  [
    "a rule",
    { "x-kubernetes-validations": [{ rule: "a" }] },
    { "x-kubernetes-validations": [{ rule: "b" }] },
    false,
  ],
  [
    "the name of a property named constructor",
    { properties: { constructor: string } },
    { properties: { a: string } },
    false,
  ],
];
for (const [what, left, right, same] of pairs) {
  test(`schemas that differ by ${what} are ${same ? "equal" : "not equal"}`, (t) => {
    t.is(sameSchema(left, right), same);
    t.is(sameSchema(right, left), same);
    t.true(sameSchema(left, structuredClone(left)));
  });
}
