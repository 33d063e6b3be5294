import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["an atomic list", { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "atomic" }, ""],
  ["a set of strings", { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" }, ""],
  [
    "a set of int-or-string",
    { type: "array", items: { "x-kubernetes-int-or-string": true }, "x-kubernetes-list-type": "set" },
    "",
  ],
  [
    "a set of values of any type",
    {
      type: "array",
      items: { "x-kubernetes-preserve-unknown-fields": true },
      "x-kubernetes-list-type": "set",
    },
    "",
  ],
  [
    "a set of granular objects",
    {
      type: "array",
      items: { type: "object", "x-kubernetes-map-type": "granular" },
      "x-kubernetes-list-type": "set",
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].items.x-kubernetes-map-type",
  ],
  [
    "a set of atomic lists",
    {
      type: "array",
      items: { type: "array", "x-kubernetes-list-type": "atomic", items: { type: "string" } },
      "x-kubernetes-list-type": "set",
    },
    "",
  ],
  [
    "a set of lists without a list type",
    { type: "array", items: { type: "array", items: { type: "string" } }, "x-kubernetes-list-type": "set" },
    "",
  ],
  [
    "a set with keys",
    {
      type: "array",
      items: { type: "string" },
      "x-kubernetes-list-type": "set",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-list-type",
  ],
  [
    "an atomic list with keys",
    {
      type: "array",
      items: { type: "string" },
      "x-kubernetes-list-type": "atomic",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-list-type",
  ],
  [
    "a map list with an empty key",
    {
      type: "array",
      items: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": [""],
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-list-map-keys",
  ],
  [
    "a map list with two keys",
    {
      type: "array",
      items: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "integer" } },
        required: ["a", "b"],
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a", "b"],
    },
    "",
  ],
  [
    "a map list with a key that is not required",
    {
      type: "array",
      items: { type: "object", properties: { a: { type: "string" } } },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Required spec.validation.openAPIV3Schema.properties[spec].items.properties[a].default",
  ],
  [
    "a map list with a key that is required and has a default",
    {
      type: "array",
      items: { type: "object", properties: { a: { type: "string", default: "x" } }, required: ["a"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "",
  ],
  [
    "a map list with an object as key",
    {
      type: "array",
      items: { type: "object", properties: { a: { type: "object" } }, required: ["a"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].items.properties[a].type",
  ],
  [
    "a map list with a list as key",
    {
      type: "array",
      items: {
        type: "object",
        properties: { a: { type: "array", items: { type: "string" } } },
        required: ["a"],
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].items.properties[a].type",
  ],
  [
    "a map list with a nullable key",
    {
      type: "array",
      items: { type: "object", properties: { a: { type: "string", nullable: true } }, required: ["a"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].items.properties[a].nullable",
  ],
  [
    "a map list with a key of int-or-string",
    {
      type: "array",
      items: { type: "object", properties: { a: { "x-kubernetes-int-or-string": true } }, required: ["a"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "",
  ],
  [
    "a map list of nullable objects",
    {
      type: "array",
      items: { type: "object", properties: { a: { type: "string" } }, required: ["a"], nullable: true },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].items.nullable",
  ],
  [
    "a map list of objects that preserve unknown fields",
    {
      type: "array",
      items: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-list-map-keys",
  ],
  [
    "a map list of maps",
    {
      type: "array",
      items: { type: "object", additionalProperties: { type: "string" } },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-list-map-keys",
  ],
  [
    "a map list of lists",
    {
      type: "array",
      items: { type: "array", items: { type: "string" } },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].items.type",
  ],
  [
    "a map list without items",
    { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] },
    "Required spec.validation.openAPIV3Schema.properties[spec].items",
  ],
  [
    "a list type of an object",
    { type: "object", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].type, Required spec.validation.openAPIV3Schema.properties[spec].items",
  ],
  ["a granular map", { type: "object", "x-kubernetes-map-type": "granular" }, ""],
  ["an atomic map", { type: "object", "x-kubernetes-map-type": "atomic" }, ""],
  [
    "an empty map type",
    { type: "object", "x-kubernetes-map-type": "" },
    "NotSupported spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-map-type",
  ],
  [
    "a map type without a type",
    { "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-map-type": "atomic" },
    "Required spec.validation.openAPIV3Schema.properties[spec].type",
  ],
  [
    "a set in a map list",
    {
      type: "array",
      items: {
        type: "object",
        properties: {
          a: { type: "string" },
          b: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
        },
        required: ["a"],
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    "",
  ],
];

for (const [title, change, faults] of facts) {
  test(`a schema with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ schema: { type: "object", properties: { spec: change } } }), faults);
  });
}
