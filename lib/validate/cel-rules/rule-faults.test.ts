import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { trailOf } from "../schema/field-errors.ts";
import { type FieldFault, formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { type RuleCheck, ruleFaults } from "./rule-faults.ts";

const str = { type: "string" };
const int = { type: "integer" };

function rule(text: string, more: JsonObject = {}): JsonObject {
  return { rule: text, ...more };
}

function ruled(schema: JsonObject, ...rules: readonly JsonObject[]): JsonObject {
  return { ...schema, "x-kubernetes-validations": rules };
}

function obj(properties: JsonObject, rules: readonly JsonObject[] = [], more: JsonObject = {}): JsonObject {
  const schema = { type: "object", properties, ...more };
  return rules.length === 0 ? schema : ruled(schema, ...rules);
}

function list(items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "array", items, ...more };
}

/** An object schema with a rule that is too expensive for items of a list without maxItems. */
const searched = obj({ a: { ...str, maxLength: 100 } }, [rule("self.a.contains('abcdefghijkl')")]);

/** A list schema with a rule of nearly the maximum cost of a rule. */
const counted = ruled(list(int, { maxItems: 1_900_000 }), rule("self.all(x, x > 3)"));

const strict: RuleCheck = { minor: 36, compile: true, limitEach: true };

function faultsOf(spec: JsonObject, check: RuleCheck = strict): readonly FieldFault[] {
  return ruleFaults(readSchema(obj({ spec })), trailOf("root"), check);
}

function reported({ reason, path }: FieldFault): string {
  const place = formatFieldPath(path).replace("root.properties[spec]", "spec");
  return `${reason.replace("FieldValue", "")} ${place.replaceAll("x-kubernetes-validations", "rules")}`;
}

/** Tests the faults of rules in the schema of `spec`; expected values are those of Kubernetes 1.36.3. */
const testFaults = test.macro((t, spec: JsonObject, ...expected: readonly string[]) => {
  t.deepEqual(faultsOf(spec).map(reported).toSorted(), expected);
});

test(
  "a rule of type int-or-string is refused because it may not be a boolean",
  testFaults,
  obj({ a: { "x-kubernetes-int-or-string": true } }, [rule("self.a")]),
  "Invalid spec.rules[0].rule",
);
test(
  "a field path may use brackets",
  testFaults,
  obj({ "a.b": int }, [rule("self.a__dot__b > 1", { fieldPath: "['a.b']" })]),
);
test(
  "a rule of items of an atomic list may not use oldSelf",
  testFaults,
  obj({ l: list(obj({ a: int }, [rule("self.a >= oldSelf.a")]), { maxItems: 3 }) }),
  "Invalid spec.properties[l].items.rules[0].rule",
);
test(
  "a rule of items of a list of type map may use oldSelf",
  testFaults,
  obj({
    l: {
      type: "array",
      maxItems: 3,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
      items: obj({ a: int }, [rule("self.a >= oldSelf.a")], { required: ["a"] }),
    },
  }),
);
test(
  "a rule of map values may use oldSelf",
  testFaults,
  obj({ m: { type: "object", maxProperties: 3, additionalProperties: ruled(int, rule("self >= oldSelf")) } }),
);
test(
  "a rule about strings without maxLength is too expensive",
  testFaults,
  obj({ a: str, b: str }, [rule("self.a.contains(self.b)")]),
  "Forbidden root",
  "Forbidden spec.rules[0].rule",
  "Forbidden spec.rules[0].rule",
);
test(
  "maxLength of strings keeps a rule within the cost limit",
  testFaults,
  obj({ a: { ...str, maxLength: 10 }, b: { ...str, maxLength: 10 } }, [rule("self.a.contains(self.b)")]),
);
test(
  "a rule with nested iterations over a list without maxItems is too expensive",
  testFaults,
  obj({ l: { type: "array", items: { ...str, maxLength: 10 } } }, [
    rule("self.l.all(x, self.l.exists_one(y, x == y))"),
  ]),
  "Forbidden root",
  "Forbidden spec.rules[0].rule",
  "Forbidden spec.rules[0].rule",
);
test(
  "a rule of items of a list without maxItems is too expensive",
  testFaults,
  obj({
    l: list(searched),
  }),
  "Forbidden spec.properties[l].items.rules[0].rule",
);
test(
  "maxItems keeps a rule of list items within the cost limit",
  testFaults,
  obj({
    l: list(searched, { maxItems: 100 }),
  }),
);
test(
  "a message expression about strings without maxLength is too expensive",
  testFaults,
  obj({ a: str }, [rule("true", { messageExpression: "string(self.a.contains(self.a))" })]),
  "Forbidden root",
  "Forbidden spec.rules[0].messageExpression",
  "Forbidden spec.rules[0].messageExpression",
);
test(
  "rules that are each within the cost limit may exceed the total limit",
  testFaults,
  obj(
    Object.fromEntries(
      ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "m"].map((name) => [name, counted]),
    ),
  ),
  "Forbidden root",
  "Forbidden spec.properties[a].rules[0].rule",
  "Forbidden spec.properties[b].rules[0].rule",
  "Forbidden spec.properties[c].rules[0].rule",
  "Forbidden spec.properties[d].rules[0].rule",
);
test(
  "a rule of a value that expressions cannot see is an internal error",
  testFaults,
  obj({ a: { "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [rule("true")] } }),
  "InternalError spec.properties[a].rules",
);
test(
  "a property whose name expressions cannot use may have rules",
  testFaults,
  obj({ "1a": ruled(int, rule("self > 1")) }),
);
test(
  "a rule of an embedded resource may use its name and kind",
  testFaults,
  obj({
    e: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
      "x-kubernetes-validations": [rule("self.metadata.name == 'a' && self.kind == 'b'")],
    },
  }),
);
test(
  "rules are not compiled if a nested rule is malformed",
  testFaults,
  obj({ a: ruled(int, rule(" ")) }, [rule("self.nope")]),
  "Required spec.properties[a].rules[0].rule",
);
test(
  "keywords and special characters in property names are escaped in rules",
  testFaults,
  obj({ if: int, "a-b": int, "a/b": int, a__b: int }, [
    rule("self.__if__ > 1 && self.a__dash__b > 1 && self.a__slash__b > 1 && self.a__underscores__b > 1"),
  ]),
);

/** Tests the message of the first fault, as the API server reports it. */
const testMessage = test.macro((t, spec: JsonObject, message: RegExp) => {
  t.regex(faultsOf(spec)[0]?.message ?? "", message);
});

test(
  "a compile fault of a rule has its line and column",
  testMessage,
  obj({ a: int }, [rule("self.a > 1 &&\n  self.b > 1", { message: "x" })]),
  /^compilation failed: 2:7: undefined field 'b'$/v,
);
test(
  "the excessive cost of a rule is reported as a factor of the budget",
  testMessage,
  obj({
    l: list(searched),
  }),
  /^estimated rule cost exceeds budget by factor of 8\.6x \(try simplifying the rule, or adding maxItems, /v,
);
test(
  "a fault about oldSelf names the list that makes it unavailable",
  testMessage,
  obj({ l: { type: "array", maxItems: 3, items: ruled(int, rule("self > oldSelf")) } }),
  /within root\.properties\[spec\]\.properties\[l\]$/v,
);

test("only the form of rules is checked in a schema that is not structural", (t) => {
  const spec = obj({ a: int }, [rule("self.nope"), rule("")]);
  t.deepEqual(faultsOf(spec, { ...strict, compile: false }).map(reported), ["Required spec.rules[1].rule"]);
});

test("an unchanged schema may keep a rule that is too expensive", (t) => {
  const spec = obj({
    l: list(searched),
  });
  t.deepEqual(faultsOf(spec, { ...strict, limitEach: false }), []);
});

test("rules of ancestors of a faulty schema are not compiled, rules of its siblings are", (t) => {
  const schema = readSchema(obj({ a: ruled(int, rule("self.nope")), b: int }, [rule("self.nope")]));
  const b = schema.properties?.get("b");
  const faulty = new Set(b === undefined ? [] : [b]);
  t.deepEqual(ruleFaults(schema, trailOf("root"), { ...strict, faulty }).map(reported), [
    "Invalid root.properties[a].rules[0].rule",
  ]);
});

test("only the form of rules within allOf is checked", (t) => {
  const spec = obj({ a: int }, [], { allOf: [ruled({}, rule("self.nope"), rule(" "))] });
  t.deepEqual(faultsOf(spec).map(reported), ["Required spec.allOf[0].rules[1].rule"]);
});
