import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { schemaBreaks } from "./schema-breaks.ts";

const text = { type: "string" };
const breaks = test.macro({
  title: (title = "") => title,
  exec: (t, [before, after]: readonly [JsonObject, JsonObject], ...expected: readonly string[]) => {
    t.deepEqual(
      schemaBreaks(before, after).map(({ path, text: fact }) => (path === "" ? fact : `${path}: ${fact}`)),
      expected,
    );
  },
});
const fields = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});

test("the same schema breaks nothing", breaks, [fields({ a: text }), fields({ a: text })]);
test("a new field breaks nothing", breaks, [fields({}), fields({ a: text })]);
test(
  "another type is a break",
  breaks,
  [fields({ a: text }), fields({ a: { type: "integer" } })],
  "a: the type string becomes integer",
);
test("a wider type breaks nothing", breaks, [
  fields({ a: { type: "integer" }, b: text, c: text }),
  fields({ a: { type: "number" }, b: { "x-kubernetes-int-or-string": true }, c: {} }),
]);
test(
  "a removed field is a break",
  breaks,
  [fields({ a: text }), fields({})],
  "a: the field is removed: stored values are dropped",
);
test("a removed field that is preserved as unknown breaks nothing", breaks, [
  fields({ a: text }),
  fields({}, { "x-kubernetes-preserve-unknown-fields": true }),
]);
test(
  "a newly required field is a break",
  breaks,
  [fields({ a: text }), fields({ a: text }, { required: ["a"] })],
  "a: the field becomes required",
);
test("a newly required field with a default breaks nothing", breaks, [
  fields({ a: text }),
  fields({ a: { ...text, default: "x" } }, { required: ["a"] }),
]);
test(
  "breaks are found deep in lists and maps",
  breaks,
  [
    fields({ a: { type: "array", items: fields({ b: { type: "object", additionalProperties: text } }) } }),
    fields({
      a: {
        type: "array",
        items: fields({ b: { type: "object", additionalProperties: { ...text, maxLength: 3 } } }),
      },
    }),
  ],
  "a[].b.*: maxLength 3 is new",
);
test(
  "stricter limits are breaks",
  breaks,
  [
    { minimum: 1, maximum: 9, maxItems: 3, minLength: 2 },
    { minimum: 0, maximum: 8, maxItems: 3, minLength: 3 },
  ],
  "maximum 9 becomes 8",
  "minLength 2 becomes 3",
);
test(
  "a removed enum value is a break",
  breaks,
  [{ enum: ["a", "b"] }, { enum: ["b", "c"] }],
  "a is no longer allowed",
);
test("a new enum is a break", breaks, [{}, { enum: ["b", "c"] }], "only b, c are allowed");
test("another pattern is a break", breaks, [{ pattern: "a" }, { pattern: "b" }], "pattern a becomes b");
test("a removed pattern breaks nothing", breaks, [{ pattern: "a" }, {}]);
test(
  "no longer allowing null and unknown fields is a break",
  breaks,
  [{ nullable: true, "x-kubernetes-preserve-unknown-fields": true }, {}],
  "null is no longer allowed",
  "unknown fields are dropped",
);
test(
  "a new validation rule is a break",
  breaks,
  [
    { "x-kubernetes-validations": [{ rule: "a" }] },
    { "x-kubernetes-validations": [{ rule: "a" }, { rule: "self > 1" }] },
  ],
  "the rule self > 1 is new",
);

const manyFields = (type: string): JsonObject => ({
  properties: Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`f${index}`, { type }])),
});

test("a schema with 150,000 fields is compared", (t) => {
  t.is(
    schemaBreaks(
      { properties: { a: { ...manyFields("string") } } },
      { properties: { a: manyFields("integer") } },
    ).length,
    150_000,
  );
});
