import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  [
    "no kind",
    { plural: "foos", kind: "" },
    "Required spec.names.kind, Required spec.names.listKind, Required spec.names.singular",
  ],
  ["a kind in lower case", { plural: "foos", kind: "foo" }, ""],
  [
    "a kind that starts with a digit",
    { plural: "foos", kind: "1Foo" },
    "Invalid spec.names.kind, Invalid spec.names.listKind, Invalid spec.names.singular",
  ],
  ["a kind with a dash", { plural: "foos", kind: "Foo-Bar" }, ""],
  [
    "a kind with an underscore",
    { plural: "foos", kind: "Foo_Bar" },
    "Invalid spec.names.kind, Invalid spec.names.listKind, Invalid spec.names.singular",
  ],
  [
    "a kind with a dot",
    { plural: "foos", kind: "Foo.Bar" },
    "Invalid spec.names.kind, Invalid spec.names.listKind, Invalid spec.names.singular",
  ],
  ["a kind of 63 characters", { plural: "foos", kind: `F${"o".repeat(62)}` }, "Invalid spec.names.listKind"],
  [
    "a kind of 64 characters",
    { plural: "foos", kind: `F${"o".repeat(63)}` },
    "Invalid spec.names.kind, Invalid spec.names.listKind, Invalid spec.names.singular",
  ],
  ["no plural", { plural: "", kind: "Foo" }, "Invalid metadata.name, Required spec.names.plural"],
  [
    "a plural that does not match the name of the CRD",
    { plural: "bars", kind: "Foo" },
    "Invalid metadata.name",
  ],
  [
    "a plural in capitals",
    { plural: "Foos", kind: "Foo" },
    "Invalid metadata.name, Invalid spec.names.plural",
  ],
  [
    "a plural with a dot",
    { plural: "fo.os", kind: "Foo" },
    "Invalid metadata.name, Invalid spec.names.plural",
  ],
  ["a singular", { plural: "foos", kind: "Foo", singular: "foo" }, ""],
  ["a singular in capitals", { plural: "foos", kind: "Foo", singular: "Foo" }, "Invalid spec.names.singular"],
  ["a singular with a dash", { plural: "foos", kind: "Foo", singular: "foo-bar" }, ""],
  ["an empty singular", { plural: "foos", kind: "Foo", singular: "" }, ""],
  ["a short name", { plural: "foos", kind: "Foo", shortNames: ["f"] }, ""],
  [
    "a short name in capitals",
    { plural: "foos", kind: "Foo", shortNames: ["f", "F"] },
    "Invalid spec.names.shortNames[1]",
  ],
  [
    "an empty short name",
    { plural: "foos", kind: "Foo", shortNames: [""] },
    "Invalid spec.names.shortNames[0]",
  ],
  ["a duplicate short name", { plural: "foos", kind: "Foo", shortNames: ["f", "f"] }, ""],
  ["a list kind", { plural: "foos", kind: "Foo", listKind: "FooList" }, ""],
  [
    "a list kind equal to the kind",
    { plural: "foos", kind: "Foo", listKind: "Foo" },
    "Invalid spec.names.listKind",
  ],
  ["a list kind with a dash", { plural: "foos", kind: "Foo", listKind: "Foo-List" }, ""],
  ["an empty list kind", { plural: "foos", kind: "Foo", listKind: "" }, ""],
  ["a category", { plural: "foos", kind: "Foo", categories: ["all"] }, ""],
  [
    "a category in capitals",
    { plural: "foos", kind: "Foo", categories: ["All"] },
    "Invalid spec.names.categories[0]",
  ],
  [
    "an empty category",
    { plural: "foos", kind: "Foo", categories: [""] },
    "Invalid spec.names.categories[0]",
  ],
  [
    "a category with a dot",
    { plural: "foos", kind: "Foo", categories: ["a.b"] },
    "Invalid spec.names.categories[0]",
  ],
];

for (const [title, change, faults] of facts) {
  test(`names with ${title} ${faults === "" ? "have no fault" : `are refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ spec: { names: change } }), faults);
  });
}
