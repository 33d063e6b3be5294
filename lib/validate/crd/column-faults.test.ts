import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["a column", [{ name: "A", type: "string", jsonPath: ".a" }], ""],
  [
    "no name",
    [{ name: "", type: "string", jsonPath: ".a" }],
    "Required spec.additionalPrinterColumns[0].name",
  ],
  ["a name with a space", [{ name: "A b", type: "string", jsonPath: ".a" }], ""],
  ["no type", [{ name: "A", type: "", jsonPath: ".a" }], "Required spec.additionalPrinterColumns[0].type"],
  ["the type integer", [{ name: "A", type: "integer", jsonPath: ".a" }], ""],
  ["the type number", [{ name: "A", type: "number", jsonPath: ".a" }], ""],
  ["the type boolean", [{ name: "A", type: "boolean", jsonPath: ".a" }], ""],
  ["the type date", [{ name: "A", type: "date", jsonPath: ".a" }], ""],
  ["the type string", [{ name: "A", type: "string", jsonPath: ".a" }], ""],
  [
    "the type object",
    [{ name: "A", type: "object", jsonPath: ".a" }],
    "Invalid spec.additionalPrinterColumns[0].type",
  ],
  [
    "the type array",
    [{ name: "A", type: "array", jsonPath: ".a" }],
    "Invalid spec.additionalPrinterColumns[0].type",
  ],
  [
    "the type String",
    [{ name: "A", type: "String", jsonPath: ".a" }],
    "Invalid spec.additionalPrinterColumns[0].type",
  ],
  ["the format (empty)", [{ name: "A", type: "string", jsonPath: ".a", format: "" }], ""],
  ["the format int32", [{ name: "A", type: "string", jsonPath: ".a", format: "int32" }], ""],
  ["the format int64", [{ name: "A", type: "string", jsonPath: ".a", format: "int64" }], ""],
  ["the format float", [{ name: "A", type: "string", jsonPath: ".a", format: "float" }], ""],
  ["the format double", [{ name: "A", type: "string", jsonPath: ".a", format: "double" }], ""],
  ["the format byte", [{ name: "A", type: "string", jsonPath: ".a", format: "byte" }], ""],
  ["the format date", [{ name: "A", type: "string", jsonPath: ".a", format: "date" }], ""],
  ["the format date-time", [{ name: "A", type: "string", jsonPath: ".a", format: "date-time" }], ""],
  ["the format password", [{ name: "A", type: "string", jsonPath: ".a", format: "password" }], ""],
  [
    "the format name",
    [{ name: "A", type: "string", jsonPath: ".a", format: "name" }],
    "Invalid spec.additionalPrinterColumns[0].format",
  ],
  [
    "the format uuid",
    [{ name: "A", type: "string", jsonPath: ".a", format: "uuid" }],
    "Invalid spec.additionalPrinterColumns[0].format",
  ],
  [
    "the format hostname",
    [{ name: "A", type: "string", jsonPath: ".a", format: "hostname" }],
    "Invalid spec.additionalPrinterColumns[0].format",
  ],
  [
    "the format Int32",
    [{ name: "A", type: "string", jsonPath: ".a", format: "Int32" }],
    "Invalid spec.additionalPrinterColumns[0].format",
  ],
  [
    "the path (empty)",
    [{ name: "A", type: "string", jsonPath: "" }],
    "Required spec.additionalPrinterColumns[0].JSONPath",
  ],
  ["the path .", [{ name: "A", type: "string", jsonPath: "." }], ""],
  ["the path .a.b", [{ name: "A", type: "string", jsonPath: ".a.b" }], ""],
  ["the path .a[0]", [{ name: "A", type: "string", jsonPath: ".a[0]" }], ""],
  ["the path .a['b']", [{ name: "A", type: "string", jsonPath: ".a['b']" }], ""],
  ["the path .a[*].b", [{ name: "A", type: "string", jsonPath: ".a[*].b" }], ""],
  ["the path .a[?(@.b==1)]", [{ name: "A", type: "string", jsonPath: ".a[?(@.b==1)]" }], ""],
  [
    "the path a",
    [{ name: "A", type: "string", jsonPath: "a" }],
    "Invalid spec.additionalPrinterColumns[0].JSONPath",
  ],
  [
    "the path $.a",
    [{ name: "A", type: "string", jsonPath: "$.a" }],
    "Invalid spec.additionalPrinterColumns[0].JSONPath",
  ],
  ["the path .a[", [{ name: "A", type: "string", jsonPath: ".a[" }], ""],
  ["the path ..a", [{ name: "A", type: "string", jsonPath: "..a" }], ""],
  ["the path .a..b", [{ name: "A", type: "string", jsonPath: ".a..b" }], ""],
  [
    "the path {.a}",
    [{ name: "A", type: "string", jsonPath: "{.a}" }],
    "Invalid spec.additionalPrinterColumns[0].JSONPath",
  ],
  ["the path .a.b-c", [{ name: "A", type: "string", jsonPath: ".a.b-c" }], ""],
  ["the path .a\\.b", [{ name: "A", type: "string", jsonPath: ".a\\.b" }], ""],
  ["the path .a[0:2]", [{ name: "A", type: "string", jsonPath: ".a[0:2]" }], ""],
  ["the path .a[-1]", [{ name: "A", type: "string", jsonPath: ".a[-1]" }], ""],
  ["the path .a[b]", [{ name: "A", type: "string", jsonPath: ".a[b]" }], ""],
  ["the path .a,b", [{ name: "A", type: "string", jsonPath: ".a,b" }], ""],
  ["the path .aaaaaaaaaa", [{ name: "A", type: "string", jsonPath: ".aaaaaaaaaa" }], ""],
  ["a priority", [{ name: "A", type: "string", jsonPath: ".a", priority: 1 }], ""],
  ["a negative priority", [{ name: "A", type: "string", jsonPath: ".a", priority: -1 }], ""],
  ["a description", [{ name: "A", type: "string", jsonPath: ".a", description: "d" }], ""],
  [
    "two columns of the same name",
    [
      { name: "A", type: "string", jsonPath: ".a" },
      { name: "A", type: "string", jsonPath: ".b" },
    ],
    "",
  ],
  ["no columns", [], ""],
];

for (const [title, change, faults] of facts) {
  test(`additionalPrinterColumns with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ version: { additionalPrinterColumns: change } }), faults);
  });
}
