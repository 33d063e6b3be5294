import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { trailOf } from "../schema/field-errors.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { ruleFaults } from "./rule-faults.ts";

function rule(text: string, more: JsonObject = {}): JsonObject {
  return { rule: text, ...more };
}

/** Tests a rule of an object with an integer `a`; expected values are those of Kubernetes 1.36.3. */
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

test("a valid rule has no fault", testRule, rule("self.a > 1"));
test("a rule may not be empty", testRule, rule("  "), "Required rule");
test("a rule must parse", testRule, rule("self.a >"), "Invalid rule");
test("a rule may only use fields that exist", testRule, rule("self.b > 1"), "Invalid rule");
test("a rule must evaluate to a boolean", testRule, rule("self.a"), "Invalid rule");
test("a message may not be blank", testRule, rule("self.a > 1", { message: " " }), "Invalid message");
test("a message must have one line", testRule, rule("self.a > 1", { message: "a\nb" }), "Invalid message");
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
  "a message expression must evaluate to a string",
  testRule,
  rule("self.a > 1", { messageExpression: "self.a" }),
  "Invalid messageExpression",
);
test(
  "a reason must be one of the supported ones",
  testRule,
  rule("self.a > 1", { reason: "Other" }),
  "NotSupported reason",
);
test("a reason may be FieldValueForbidden", testRule, rule("self.a > 1", { reason: "FieldValueForbidden" }));
test(
  "a field path must refer to an existing field",
  testRule,
  rule("self.a > 1", { fieldPath: ".b" }),
  "Invalid fieldPath",
);
test("a field path may refer to a field of the object", testRule, rule("self.a > 1", { fieldPath: ".a" }));
test(
  "a field path must start with a dot",
  testRule,
  rule("self.a > 1", { fieldPath: "a" }),
  "Invalid fieldPath",
);
test(
  "a blank field path has two faults",
  testRule,
  rule("self.a > 1", { fieldPath: " " }),
  "Invalid fieldPath",
  "Invalid fieldPath",
);
test("a rule may compare with oldSelf", testRule, rule("self.a >= oldSelf.a"));
test(
  "optionalOldSelf requires a rule that uses oldSelf",
  testRule,
  rule("self.a > 1", { optionalOldSelf: true }),
  "Invalid optionalOldSelf",
);
test(
  "oldSelf is an optional with optionalOldSelf",
  testRule,
  rule("oldSelf.hasValue() && self.a > 1", { optionalOldSelf: true }),
);
test(
  "oldSelf is not an optional without optionalOldSelf",
  testRule,
  rule("oldSelf.hasValue()"),
  "Invalid rule",
);
