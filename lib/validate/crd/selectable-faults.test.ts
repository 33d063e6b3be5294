import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

const schema: JsonObject = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        s: { type: "string" },
        i: { type: "integer" },
        b: { type: "boolean" },
        n: { type: "number" },
        o: { type: "object", properties: { x: { type: "string" } } },
        l: { type: "array", items: { type: "string" } },
        m: { type: "object", additionalProperties: { type: "string" } },
        "a.b": { type: "string" },
        "c-d": { type: "string" },
        e: { type: "string", enum: ["x"] },
        t: { type: "string", nullable: true },
        z: { "x-kubernetes-int-or-string": true },
      },
    },
  },
};

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: readonly string[], faults: string])[] = [
  ["the field (empty)", [""], "Required spec.selectableFields[0].jsonPath"],
  ["the field .", ["."], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec", [".spec"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.s", [".spec.s"], ""],
  ["the field .spec.i", [".spec.i"], ""],
  ["the field .spec.b", [".spec.b"], ""],
  ["the field .spec.n", [".spec.n"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.o", [".spec.o"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.o.x", [".spec.o.x"], ""],
  ["the field .spec.l", [".spec.l"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.l[0]", [".spec.l[0]"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.m", [".spec.m"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.m.k", [".spec.m.k"], ""],
  ["the field .spec.nope", [".spec.nope"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field spec.s", ["spec.s"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.e", [".spec.e"], ""],
  ["the field .spec.t", [".spec.t"], ""],
  ["the field .spec.z", [".spec.z"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.c-d", [".spec.c-d"], ""],
  ["the field .spec['a.b']", [".spec['a.b']"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .metadata.name", [".metadata.name"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .metadata.labels", [".metadata.labels"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .apiVersion", [".apiVersion"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .kind", [".kind"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .status.s", [".status.s"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec..s", [".spec..s"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.s.", [".spec.s."], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field .spec.s.x", [".spec.s.x"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field {.spec.s}", ["{.spec.s}"], "Invalid spec.selectableFields[0].jsonPath"],
  ["the field $.spec.s", ["$.spec.s"], "Invalid spec.selectableFields[0].jsonPath"],
  ["two fields", [".spec.s", ".spec.i"], ""],
  ["a duplicate field", [".spec.s", ".spec.s"], "Duplicate spec.selectableFields[1].jsonPath"],
  [
    "eight fields of which one is int-or-string",
    [".spec.s", ".spec.i", ".spec.b", ".spec.e", ".spec.t", ".spec.c-d", ".spec.o.x", ".spec.z"],
    "Invalid spec.selectableFields[7].jsonPath",
  ],
  ["no fields", [], ""],
];

for (const [title, change, faults] of facts) {
  test(`selectable fields with ${title} ${faults === "" ? "have no fault" : `are refused: ${faults}`}`, (t) => {
    t.is(
      definitionFaults({ schema, version: { selectableFields: change.map((jsonPath) => ({ jsonPath })) } }),
      faults,
    );
  });
}
