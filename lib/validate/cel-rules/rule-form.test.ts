import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { trailOf } from "../schema/field-errors.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { ruleFaults } from "./rule-faults.ts";

function rule(text: string, more: JsonObject = {}): JsonObject {
  return { rule: text, ...more };
}

/** Of a rule about an object with an integer `a`. The facts are those of Kubernetes 1.36.3. */
const testRule = test.macro((t, validation: JsonObject, ...expected: readonly string[]) => {
  const schema = readSchema({
    type: "object",
    properties: { a: { type: "integer" } },
    "x-kubernetes-validations": [validation],
  });
  const found = ruleFaults(schema, trailOf("root"), { minor: 36, compile: true, limitEach: true }).map(
    ({ reason, path }) =>
      `${reason.replace("FieldValue", "")} ${formatFieldPath(path).replace("root.x-kubernetes-validations[0].", "")}`,
  );
  t.deepEqual(found.toSorted(), expected);
});

test("a rule that is right has no fault", testRule, rule("self.a > 1"));
test("a rule may not be empty", testRule, rule("  "), "Required rule");
test("a rule must parse", testRule, rule("self.a >"), "Invalid rule");
test("a rule must only name fields that there are", testRule, rule("self.b > 1"), "Invalid rule");
test("a rule must be true or false", testRule, rule("self.a"), "Invalid rule");
test("a message may not be blank", testRule, rule("self.a > 1", { message: " " }), "Invalid message");
test("a message has one line", testRule, rule("self.a > 1", { message: "a\nb" }), "Invalid message");
test(
  "a rule of several lines needs a message",
  testRule,
  rule("self.a > 1 &&\nself.a < 3"),
  "Required message",
);
test(
  "a rule of several lines may have a message",
  testRule,
  rule("self.a > 1 &&\nself.a < 3", { message: "between" }),
);
test(
  "a message expression may not be blank",
  testRule,
  rule("self.a > 1", { messageExpression: " " }),
  "Required messageExpression",
);
test(
  "a message expression must compile",
  testRule,
  rule("self.a > 1", { messageExpression: "'a' + 1" }),
  "Invalid messageExpression",
);
test(
  "a message expression must be a text",
  testRule,
  rule("self.a > 1", { messageExpression: "self.a" }),
  "Invalid messageExpression",
);
test("a reason must be known", testRule, rule("self.a > 1", { reason: "Other" }), "NotSupported reason");
test("a reason may be Forbidden", testRule, rule("self.a > 1", { reason: "FieldValueForbidden" }));
test(
  "a field path must lead to a field",
  testRule,
  rule("self.a > 1", { fieldPath: ".b" }),
  "Invalid fieldPath",
);
test("a field path may lead to a field", testRule, rule("self.a > 1", { fieldPath: ".a" }));
test("a field path starts with a dot", testRule, rule("self.a > 1", { fieldPath: "a" }), "Invalid fieldPath");
test(
  "a blank field path is wrong in two ways",
  testRule,
  rule("self.a > 1", { fieldPath: " " }),
  "Invalid fieldPath",
  "Invalid fieldPath",
);
test("a transition rule may ask for the old value", testRule, rule("self.a >= oldSelf.a"));
test(
  "an optional old value must be used",
  testRule,
  rule("self.a > 1", { optionalOldSelf: true }),
  "Invalid optionalOldSelf",
);
test(
  "an optional old value is an optional",
  testRule,
  rule("oldSelf.hasValue() && self.a > 1", { optionalOldSelf: true }),
);
test("an old value that is no optional is none", testRule, rule("oldSelf.hasValue()"), "Invalid rule");
