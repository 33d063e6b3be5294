import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

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
  test(`${JSON.stringify(value)} as ${JSON.stringify(schema)} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(checkField(schema, value).faults, faults);
  });
}
