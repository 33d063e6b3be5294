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
  ["no more than a text", [{ rule: "self.n > 1" }], ""],
  [
    "no text",
    [{ rule: "" }],
    "Required spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "a blank text",
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
    "a value that is no bool",
    [{ rule: "self.n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "a string",
    [{ rule: "self.a" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "types that do not fit",
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
  ["a message for a rule of two lines", [{ rule: "self.n > 1 &&\nself.n < 5", message: "m" }], ""],
  [
    "no message for a rule of two lines",
    [{ rule: "self.n > 1 &&\nself.n < 5" }],
    "Required spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message",
  ],
  [
    "a message of two lines for a rule of two lines",
    [{ rule: "self.n > 1 &&\nself.n < 5", message: "a\nb" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message",
  ],
  ["a message of 2049 characters", [{ rule: "self.n > 1", message: "a".repeat(2049) }], ""],
  [
    "a message expression",
    [{ rule: "self.n > 1", messageExpression: "'n is ' + string(self.n)" }],
    "Forbidden spec.validation.openAPIV3Schema, Forbidden spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression",
  ],
  [
    "a blank message expression",
    [{ rule: "self.n > 1", messageExpression: " " }],
    "Required spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression",
  ],
  [
    "a message expression that is no string",
    [{ rule: "self.n > 1", messageExpression: "self.n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression",
  ],
  [
    "a message expression with a fault",
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
    "the reason ",
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
    "",
    [{ rule: "self.n > 1", fieldPath: ".n\n" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath",
  ],
  [
    "the field path  .n",
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
    "an optional oldSelf that is not used",
    [{ rule: "self.n > 1", optionalOldSelf: true }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].optionalOldSelf",
  ],
  [
    "oldSelf as no optional",
    [{ rule: "oldSelf.hasValue()" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  [
    "optionalOldSelf false without oldSelf",
    [{ rule: "self.n > 1", optionalOldSelf: false }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].optionalOldSelf",
  ],
  ["one rule twice", [{ rule: "self.n > 1" }, { rule: "self.n > 1" }], ""],
  ["a rule about entries", [{ rule: "self.l.all(x, x != '')" }], ""],
  [
    "a rule that compares all entries",
    [{ rule: "self.l.all(x, self.l.exists_one(y, x == y))" }],
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  ["a rule with a pattern", [{ rule: "self.a.matches('^a+$')" }], ""],
  [
    "a rule with a pattern that does not compile",
    [{ rule: "self.a.matches('(')" }],
    "Invalid spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule",
  ],
  ["a rule about a map", [{ rule: "self.m.all(k, self.m[k] > 1)" }], ""],
  ["has of a field", [{ rule: "has(self.n) && self.n > 1" }], ""],
  [
    "has of an unknown field",
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
