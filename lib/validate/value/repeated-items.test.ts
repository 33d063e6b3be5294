import test from "ava";
import * as fc from "fast-check";

import type { JsonValue } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";
import { canonicalText, mapKeyOf } from "./repeated-items.ts";

/** The faults that the packages of Kubernetes 1.36.3 find in the field `v`. */
const facts: readonly (readonly [schema: JsonValue, value: JsonValue, faults: string])[] = [
  [{ type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } }, [], ""],
  [{ type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } }, ["a", "b"], ""],
  [
    { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
    ["a", "b", "a", "b", "a"],
    "Duplicate v[2], Duplicate v[3]",
  ],
  [
    { type: "array", "x-kubernetes-list-type": "set", items: { type: "integer" } },
    [1, 2, 1],
    "Duplicate v[2]",
  ],
  [
    { type: "array", "x-kubernetes-list-type": "set", items: { type: "boolean" } },
    [true, false, true],
    "Duplicate v[2]",
  ],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "set",
      items: {
        type: "object",
        "x-kubernetes-map-type": "atomic",
        "x-kubernetes-preserve-unknown-fields": true,
      },
    },
    [{ a: 1 }, { a: 1 }, { a: 2 }, {}],
    "Duplicate v[1]",
  ],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "set",
      items: { type: "array", "x-kubernetes-list-type": "atomic", items: { type: "integer" } },
    },
    [
      [1, 2],
      [2, 1],
      [1, 2],
    ],
    "Duplicate v[2]",
  ],
  [
    { type: "array", "x-kubernetes-list-type": "set", items: { "x-kubernetes-int-or-string": true } },
    [1, "1", 1],
    "Duplicate v[2]",
  ],
  [{ type: "array", "x-kubernetes-list-type": "atomic", items: { type: "string" } }, ["a", "a"], ""],
  [{ type: "array", items: { type: "string" } }, ["a", "a"], ""],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, n: { type: "integer" } },
      },
    },
    [{ name: "a" }, { name: "b" }, { name: "a", n: 1 }],
    "Duplicate v[2]",
  ],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    },
    [{ name: "" }, { name: "" }],
    "Duplicate v[1]",
  ],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    },
    [{}, {}],
    "Duplicate v[1], Required v[0].name, Required v[1].name",
  ],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["port", "protocol"],
      items: {
        type: "object",
        required: ["port"],
        properties: { port: { type: "integer" }, protocol: { type: "string", default: "TCP" } },
      },
    },
    [{ port: 1 }, { port: 1, protocol: "UDP" }, { port: 1, protocol: "TCP" }],
    "Duplicate v[2]",
  ],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["port", "protocol"],
      items: {
        type: "object",
        required: ["port", "protocol"],
        properties: { port: { type: "integer" }, protocol: { type: "string" } },
      },
    },
    [
      { port: 1, protocol: "TCP" },
      { port: 2, protocol: "TCP" },
      { port: 2, protocol: "TCP" },
    ],
    "Duplicate v[2]",
  ],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["on"],
      items: { type: "object", required: ["on"], properties: { on: { type: "boolean" } } },
    },
    [{ on: true }, { on: false }, { on: true }],
    "Duplicate v[2]",
  ],
  [
    {
      type: "array",
      items: {
        type: "object",
        properties: { l: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } } },
      },
    },
    [{ l: ["a", "a"] }, { l: ["a"] }, { l: ["b", "b"] }],
    "Duplicate v[0].l[1], Duplicate v[2].l[1]",
  ],
  [
    {
      type: "object",
      properties: { l: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } } },
    },
    { l: ["a", "a"] },
    "Duplicate v.l[1]",
  ],
  [
    {
      type: "object",
      additionalProperties: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
    },
    { x: ["a", "a"], y: ["a"] },
    "Duplicate v[x][1]",
  ],
  [
    {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string" },
          l: { type: "array", "x-kubernetes-list-type": "set", items: { type: "integer" } },
        },
      },
    },
    [
      { name: "a", l: [1, 1] },
      { name: "a", l: [2, 2] },
    ],
    "Duplicate v[0].l[1], Duplicate v[1], Duplicate v[1].l[1]",
  ],
];

for (const [schema, value, faults] of facts) {
  test(`${JSON.stringify(value)} with the schema ${JSON.stringify(schema)} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(checkField(schema, value).faults, faults);
  });
}

test("the order of fields does not affect the canonical text of a value", (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed());
      t.is(canonicalText(reversed), canonicalText(value));
    }),
  );
});

test("values with the same canonical text are equal", (t) => {
  const value = fc.json({ maxDepth: 2 }).map((text): JsonValue => JSON.parse(text));
  fc.assert(
    fc.property(value, value, (left, right) => {
      if (canonicalText(left) === canonicalText(right)) {
        t.deepEqual(JSON.parse(canonicalText(left)), JSON.parse(canonicalText(right)));
      } else {
        t.notDeepEqual(left, right);
      }
    }),
  );
});

const pairs: readonly (readonly [left: JsonValue, right: JsonValue, same: boolean])[] = [
  [1, 1n, true],
  [0, -0, true],
  [1, "1", false],
  [1, true, false],
  [null, "null", false],
  [1.5, 1.5, true],
  [[], {}, false],
  [[1, 2], [2, 1], false],
  [["a,b"], ["a", "b"], false],
  [{ a: { c: 1, b: 2 } }, { a: { b: 2, c: 1 } }, true],
  [2n ** 63n, 2 ** 63, true],
  [2n ** 63n, 2n ** 63n - 1n, false],
];
for (const [left, right, same] of pairs) {
  test(`${canonicalText(left)} and ${canonicalText(right)} are ${same ? "" : "not "}the same value`, (t) => {
    t.is(canonicalText(left) === canonicalText(right), same);
  });
}

test("an item of a map list is identified by the values of its keys", (t) => {
  t.is(mapKeyOf({ a: "x", b: 1, c: 2 }, ["a", "b"]), mapKeyOf({ b: 1, a: "x", c: 3 }, ["a", "b"]));
  t.not(mapKeyOf({ a: "x", b: 1 }, ["a", "b"]), mapKeyOf({ a: "x", b: 2 }, ["a", "b"]));
  t.not(mapKeyOf({ a: "1" }, ["a"]), mapKeyOf({ a: 1 }, ["a"]));
  t.not(mapKeyOf({ a: "x,y", b: "z" }, ["a", "b"]), mapKeyOf({ a: "x", b: "y,z" }, ["a", "b"]));
});

test("an item without its keys, or with a key that is not a scalar, has no identity", (t) => {
  t.is(mapKeyOf({ a: "x" }, ["a", "b"]), undefined);
  t.is(mapKeyOf({ a: null }, ["a"]), undefined);
  t.is(mapKeyOf({ a: {} }, ["a"]), undefined);
  t.is(mapKeyOf({ a: [] }, ["a"]), undefined);
  t.is(mapKeyOf("a", ["a"]), undefined);
  t.is(mapKeyOf(null, ["a"]), undefined);
  t.is(mapKeyOf({}, ["constructor"]), undefined);
});
