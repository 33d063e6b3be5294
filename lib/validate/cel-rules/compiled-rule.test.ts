import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

const spec: JsonObject = {
  type: "object",
  properties: {
    a: { type: "string" },
    n: { type: "integer" },
    l: { type: "array", maxItems: 10, items: { type: "string" } },
    m: { type: "object", maxProperties: 10, additionalProperties: { type: "integer" } },
  },
};

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: readonly JsonObject[], faults: string])[] = [
  ["only an expression", [{ rule: "self.n > 1" }], ""],
  [
    "an empty expression",
    [{ rule: "" }],
    "Required spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "a blank expression",
    [{ rule: "  " }],
    "Required spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "a syntax error",
    [{ rule: "self.n >" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "an unknown field",
    [{ rule: "self.x > 1" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "an unknown function",
    [{ rule: "nope(self.n)" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "an integer as its result",
    [{ rule: "self.n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "a string as its result",
    [{ rule: "self.a" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "operands of different types",
    [{ rule: "self.n == self.a" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  ["a message", [{ rule: "self.n > 1", message: "m" }], ""],
  [
    "a blank message",
    [{ rule: "self.n > 1", message: " " }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message",
  ],
  [
    "a message with a line feed",
    [{ rule: "self.n > 1", message: "a\nb" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message",
  ],
  ["a message for an expression of two lines", [{ rule: "self.n > 1 &&\nself.n < 5", message: "m" }], ""],
  [
    "an expression of two lines without a message",
    [{ rule: "self.n > 1 &&\nself.n < 5" }],
    "Required spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message",
  ],
  [
    "a message of two lines for an expression of two lines",
    [{ rule: "self.n > 1 &&\nself.n < 5", message: "a\nb" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message",
  ],
  ["a message of 2049 characters", [{ rule: "self.n > 1", message: "a".repeat(2049) }], ""],
  [
    "a message expression that is too expensive",
    [{ rule: "self.n > 1", messageExpression: "'n is ' + string(self.n)" }],
    "Forbidden spec.validation.openAPIV3Schema, Forbidden spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression",
  ],
  [
    "a blank message expression",
    [{ rule: "self.n > 1", messageExpression: " " }],
    "Required spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression",
  ],
  [
    "a message expression that is not a string",
    [{ rule: "self.n > 1", messageExpression: "self.n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression",
  ],
  [
    "a message expression with an unknown field",
    [{ rule: "self.n > 1", messageExpression: "self.x" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression",
  ],
  [
    "a message and a message expression",
    [{ rule: "self.n > 1", message: "m", messageExpression: "'x'" }],
    "",
  ],
  ["the reason FieldValueInvalid", [{ rule: "self.n > 1", reason: "FieldValueInvalid" }], ""],
  ["the reason FieldValueRequired", [{ rule: "self.n > 1", reason: "FieldValueRequired" }], ""],
  ["the reason FieldValueForbidden", [{ rule: "self.n > 1", reason: "FieldValueForbidden" }], ""],
  ["the reason FieldValueDuplicate", [{ rule: "self.n > 1", reason: "FieldValueDuplicate" }], ""],
  [
    "the reason FieldValueNotFound",
    [{ rule: "self.n > 1", reason: "FieldValueNotFound" }],
    "NotSupported spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].reason",
  ],
  [
    "the reason Invalid",
    [{ rule: "self.n > 1", reason: "Invalid" }],
    "NotSupported spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].reason",
  ],
  [
    "an empty reason",
    [{ rule: "self.n > 1", reason: "" }],
    "NotSupported spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].reason",
  ],
  ["the field path (empty)", [{ rule: "self.n > 1", fieldPath: "" }], ""],
  ["the field path .n", [{ rule: "self.n > 1", fieldPath: ".n" }], ""],
  [
    "the field path n",
    [{ rule: "self.n > 1", fieldPath: "n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path .x",
    [{ rule: "self.n > 1", fieldPath: ".x" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  ["the field path .l", [{ rule: "self.n > 1", fieldPath: ".l" }], ""],
  [
    "the field path .l[0]",
    [{ rule: "self.n > 1", fieldPath: ".l[0]" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  ["the field path .m.k", [{ rule: "self.n > 1", fieldPath: ".m.k" }], ""],
  ["the field path .m['k']", [{ rule: "self.n > 1", fieldPath: ".m['k']" }], ""],
  ["the field path ['n']", [{ rule: "self.n > 1", fieldPath: "['n']" }], ""],
  [
    "the field path .",
    [{ rule: "self.n > 1", fieldPath: "." }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path ..n",
    [{ rule: "self.n > 1", fieldPath: "..n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path .n.x",
    [{ rule: "self.n > 1", fieldPath: ".n.x" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path [n]",
    [{ rule: "self.n > 1", fieldPath: "[n]" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "a field path with a line feed",
    [{ rule: "self.n > 1", fieldPath: ".n\n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path .n after a space",
    [{ rule: "self.n > 1", fieldPath: " .n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path ['n",
    [{ rule: "self.n > 1", fieldPath: "['n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path ['n'",
    [{ rule: "self.n > 1", fieldPath: "['n'" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path .n[",
    [{ rule: "self.n > 1", fieldPath: ".n[" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path {.n}",
    [{ rule: "self.n > 1", fieldPath: "{.n}" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  ["oldSelf", [{ rule: "self.n > oldSelf.n" }], ""],
  ["oldSelf as an optional", [{ rule: "oldSelf.hasValue()", optionalOldSelf: true }], ""],
  [
    "optionalOldSelf without oldSelf",
    [{ rule: "self.n > 1", optionalOldSelf: true }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].optionalOldSelf",
  ],
  [
    "oldSelf as an optional without optionalOldSelf",
    [{ rule: "oldSelf.hasValue()" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "optionalOldSelf false without oldSelf",
    [{ rule: "self.n > 1", optionalOldSelf: false }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].optionalOldSelf",
  ],
  ["a duplicate", [{ rule: "self.n > 1" }, { rule: "self.n > 1" }], ""],
  ["an expression about list items", [{ rule: "self.l.all(x, x != '')" }], ""],
  [
    "an expression that compares all list items with each other",
    [{ rule: "self.l.all(x, self.l.exists_one(y, x == y))" }],
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  ["a regular expression", [{ rule: "self.a.matches('^a+$')" }], ""],
  [
    "a regular expression that does not compile",
    [{ rule: "self.a.matches('(')" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  ["an expression about a map", [{ rule: "self.m.all(k, self.m[k] > 1)" }], ""],
  ["has() of a field", [{ rule: "has(self.n) && self.n > 1" }], ""],
  [
    "has() of an unknown field",
    [{ rule: "has(self.x)" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  ["an optional field", [{ rule: "self.?n.orValue(1) > 1" }], ""],
];

for (const [title, change, faults] of facts) {
  test(`a rule with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(
      definitionFaults({
        schema: { type: "object", properties: { spec: { ...spec, "x-kubernetes-validations": change } } },
      }),
      faults,
    );
  });
}
