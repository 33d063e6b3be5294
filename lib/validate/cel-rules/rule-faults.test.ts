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

/** Objects with a rule that is too expensive where nothing bounds how many they are. */
const searched = obj({ a: { ...str, maxLength: 100 } }, [rule("self.a.contains('abcdefghijkl')")]);

/** One rule of nearly the greatest cost that a rule may have. */
const counted = ruled(list(int, { maxItems: 1_900_000 }), rule("self.all(x, x > 3)"));

const strict: RuleCheck = { minor: 36, compile: true, limitEach: true };

function faultsOf(spec: JsonObject, check: RuleCheck = strict): readonly FieldFault[] {
  return ruleFaults(readSchema(obj({ spec })), trailOf("root"), check);
}

function reported({ reason, path }: FieldFault): string {
  const place = formatFieldPath(path).replace("root.properties[spec]", "spec");
  return `${reason.replace("FieldValue", "")} ${place.replaceAll("x-kubernetes-validations", "rules")}`;
}

/** Of the schema of `spec`. The facts are those of Kubernetes 1.36.3. */
const testFaults = test.macro((t, spec: JsonObject, ...expected: readonly string[]) => {
  t.deepEqual(faultsOf(spec).map(reported).toSorted(), expected);
});

test(
  "a rule that may be anything is not sure to be true or false",
  testFaults,
  obj({ a: { "x-kubernetes-int-or-string": true } }, [rule("self.a")]),
  "Invalid spec.rules[0].rule",
);
test(
  "a field path may be in brackets",
  testFaults,
  obj({ "a.b": int }, [rule("self.a__dot__b > 1", { fieldPath: "['a.b']" })]),
);
test(
  "entries of an atomic list have no old value",
  testFaults,
  obj({ l: list(obj({ a: int }, [rule("self.a >= oldSelf.a")]), { maxItems: 3 }) }),
  "Invalid spec.properties[l].items.rules[0].rule",
);
test(
  "entries of a list by keys have an old value",
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
  "values of a map have an old value",
  testFaults,
  obj({ m: { type: "object", maxProperties: 3, additionalProperties: ruled(int, rule("self >= oldSelf")) } }),
);
test(
  "a rule may cost too much: a text without bound",
  testFaults,
  obj({ a: str, b: str }, [rule("self.a.contains(self.b)")]),
  "Forbidden root",
  "Forbidden spec.rules[0].rule",
  "Forbidden spec.rules[0].rule",
);
test(
  "bounds keep a rule cheap",
  testFaults,
  obj({ a: { ...str, maxLength: 10 }, b: { ...str, maxLength: 10 } }, [rule("self.a.contains(self.b)")]),
);
test(
  "a rule may cost too much: lists in lists",
  testFaults,
  obj({ l: { type: "array", items: { ...str, maxLength: 10 } } }, [
    rule("self.l.all(x, self.l.exists_one(y, x == y))"),
  ]),
  "Forbidden root",
  "Forbidden spec.rules[0].rule",
  "Forbidden spec.rules[0].rule",
);
test(
  "a rule may cost too much: as often as its value may stand",
  testFaults,
  obj({
    l: list(searched),
  }),
  "Forbidden spec.properties[l].items.rules[0].rule",
);
test(
  "a bounded list bounds how often a rule runs",
  testFaults,
  obj({
    l: list(searched, { maxItems: 100 }),
  }),
);
test(
  "a message may cost too much",
  testFaults,
  obj({ a: str }, [rule("true", { messageExpression: "string(self.a.contains(self.a))" })]),
  "Forbidden root",
  "Forbidden spec.rules[0].messageExpression",
  "Forbidden spec.rules[0].messageExpression",
);
test(
  "rules may cost too much together",
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
  "a value that expressions cannot see has no rules",
  testFaults,
  obj({ a: { "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [rule("true")] } }),
  "InternalError spec.properties[a].rules",
);
test(
  "a property that expressions cannot name has rules about itself",
  testFaults,
  obj({ "1a": ruled(int, rule("self > 1")) }),
);
test(
  "an embedded resource has a name and a kind",
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
  "a wrong form below keeps rules from being compiled",
  testFaults,
  obj({ a: ruled(int, rule(" ")) }, [rule("self.nope")]),
  "Required spec.properties[a].rules[0].rule",
);
test(
  "keywords and odd names are escaped",
  testFaults,
  obj({ if: int, "a-b": int, "a/b": int, a__b: int }, [
    rule("self.__if__ > 1 && self.a__dash__b > 1 && self.a__slash__b > 1 && self.a__underscores__b > 1"),
  ]),
);

/** What the API server says, too. */
const testMessage = test.macro((t, spec: JsonObject, message: RegExp) => {
  t.regex(faultsOf(spec)[0]?.message ?? "", message);
});

test(
  "a fault of an expression tells line and column",
  testMessage,
  obj({ a: int }, [rule("self.a > 1 &&\n  self.b > 1", { message: "x" })]),
  /^compilation failed: 2:7: undefined field 'b'$/v,
);
test(
  "the cost of a rule is told as a factor",
  testMessage,
  obj({
    l: list(searched),
  }),
  /^estimated rule cost exceeds budget by factor of 8\.6x \(try simplifying the rule, or adding maxItems, /v,
);
test(
  "a rule under a list names the list that hides its old value",
  testMessage,
  obj({ l: { type: "array", maxItems: 3, items: ruled(int, rule("self > oldSelf")) } }),
  /within root\.properties\[spec\]\.properties\[l\]$/v,
);

test("only the form of rules is looked at in a schema that is not structural", (t) => {
  const spec = obj({ a: int }, [rule("self.nope"), rule("")]);
  t.deepEqual(faultsOf(spec, { ...strict, compile: false }).map(reported), ["Required spec.rules[1].rule"]);
});

test("a schema that has not changed may keep a rule that costs too much", (t) => {
  const spec = obj({
    l: list(searched),
  });
  t.deepEqual(faultsOf(spec, { ...strict, limitEach: false }), []);
});

test("rules above another fault of the schema are not compiled, those beside it are", (t) => {
  const schema = readSchema(obj({ a: ruled(int, rule("self.nope")), b: int }, [rule("self.nope")]));
  const b = schema.properties?.get("b");
  const faulty = new Set(b === undefined ? [] : [b]);
  t.deepEqual(ruleFaults(schema, trailOf("root"), { ...strict, faulty }).map(reported), [
    "Invalid root.properties[a].rules[0].rule",
  ]);
});

test("rules in conditions on the same value are looked at for their form only", (t) => {
  const spec = obj({ a: int }, [], { allOf: [ruled({}, rule("self.nope"), rule(" "))] });
  t.deepEqual(faultsOf(spec).map(reported), ["Required spec.allOf[0].rules[1].rule"]);
});
