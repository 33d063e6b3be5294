import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["description with a status subresource", { type: "object", description: "d" }, ""],
  ["required with a status subresource", { type: "object", required: ["spec"] }, ""],
  ["properties with a status subresource", { type: "object", properties: { spec: { type: "string" } } }, ""],
  ["title with a status subresource", { type: "object", title: "t" }, ""],
  [
    "minProperties with a status subresource",
    { type: "object", minProperties: 1 },
    "Invalid spec.validation.openAPIV3Schema",
  ],
  [
    "not with a status subresource",
    { type: "object", not: { required: ["a"] } },
    "Invalid spec.validation.openAPIV3Schema",
  ],
  [
    "x-kubernetes-preserve-unknown-fields with a status subresource",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    "",
  ],
  [
    "x-kubernetes-map-type with a status subresource",
    { type: "object", "x-kubernetes-map-type": "atomic" },
    "Invalid spec.validation.openAPIV3Schema",
  ],
  ["externalDocs with a status subresource", { type: "object", externalDocs: { url: "a" } }, ""],
  ["example with a status subresource", { type: "object", example: {} }, ""],
];

for (const [title, change, faults] of facts) {
  test(`a schema with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ version: { subresources: { status: {} } }, schema: change }), faults);
  });
}
