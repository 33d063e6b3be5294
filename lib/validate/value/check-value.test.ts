import test from "ava";
import * as fc from "fast-check";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { compileChecker } from "./check-value.ts";

/** The reasons and places of the faults of the value of the field `v`, sorted. */
function faultsOf(schema: JsonObject, value: JsonValue): readonly string[] {
  const checker = compileChecker(readSchema({ type: "object", properties: { v: schema } }), 36);
  return checker
    .check({ v: value })
    .map(({ reason, path }) => `${reason.replace("FieldValue", "")} ${formatFieldPath(path)}`.trim())
    .toSorted();
}

/**
 * What Kubernetes 1.36 tells of values: a title, the schema, the value, the faults; without a place they are
 * told of the whole object.
 */
const schemaText = String.raw`
a string where an integer must be | {"type":"integer"} | "5" | TypeInvalid v
an integer where a string must be | {"type":"string"} | 5 | TypeInvalid v
a fraction where an integer must be | {"type":"integer"} | 1.5 | Invalid, TypeInvalid v
an integer where a number may be | {"type":"number"} | 5 | none
a list where an object must be | {"type":"object"} | [] | TypeInvalid v
null where it may not be | {"type":"array","items":{"type":"string"}} | [null] | TypeInvalid v[0]
null where it may be | {"type":"string","nullable":true} | null | none
null among the values of an enum | {"type":"string","nullable":true,"enum":["a",null]} | null | NotSupported v
an integer or a string | {"x-kubernetes-int-or-string":true} | "50%" | none
a boolean where an integer or a string must be | {"x-kubernetes-int-or-string":true} | true | TypeInvalid v
a list where a date must be | {"type":"string","format":"date"} | [] | none
a string that is no date | {"type":"string","format":"date"} | "2023-02-29" | TypeInvalid v
a format that nobody knows | {"type":"string","format":"phone"} | "x" | none
an integer beyond int32 | {"type":"integer","format":"int32"} | 2147483648 | Invalid
an integer beyond 64 bits | {"type":"integer"} | 10000000000000000000 | Invalid, TypeInvalid v
a number beyond float | {"type":"number","format":"float"} | 1e+39 | Invalid
a maximum that is met | {"type":"integer","maximum":5} | 5 | none
a maximum that is passed | {"type":"integer","maximum":5} | 6 | Invalid v
an exclusive maximum that is met | {"type":"integer","maximum":5,"exclusiveMaximum":true} | 5 | Invalid v
a minimum that is not met | {"type":"number","minimum":0.5} | 0.4 | Invalid v
a minimum with a fraction, which is cut for integers | {"type":"number","minimum":1.5} | 1 | none
an exclusive minimum that is met | {"type":"integer","minimum":0,"exclusiveMinimum":true} | 0 | Invalid v
a maximum beyond the range of the type | {"type":"integer","maximum":1e+300} | 1 | Invalid
a multiple of a fraction | {"type":"number","multipleOf":0.1} | 0.3 | none
no multiple | {"type":"integer","multipleOf":3} | 4 | Invalid v
an integer that should be a multiple of a fraction | {"type":"number","multipleOf":0.5} | 1 | Invalid v
an enum | {"type":"string","enum":["Always","Never"]} | "never" | NotSupported v
an enum of integers, into which fractions are cut | {"type":"number","enum":[1]} | 1.5 | none
an enum of objects | {"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"enum":[{"a":1,"b":2}]} | {"b":2,"a":1} | none
a length in code points | {"type":"string","maxLength":2} | "😀😀" | none
a text that is too long | {"type":"string","maxLength":2} | "abc" | TooLong v
a text that is too short | {"type":"string","minLength":2} | "😀" | Invalid v
of length and pattern the first only | {"type":"string","minLength":2,"pattern":"^a+$","format":"ipv4"} | "b" | Invalid v, TypeInvalid v
a pattern anywhere in the text | {"type":"string","pattern":"b+"} | "abc" | none
a pattern that does not match | {"type":"string","pattern":"^b+$"} | "abc" | Invalid v
a pattern in the syntax of RE2 | {"type":"string","pattern":"(?i)^\\pL+\\z"} | "ÄB" | none
too many items | {"type":"array","maxItems":1,"items":{"type":"string"}} | ["a","b"] | TooMany v
too few items | {"type":"array","minItems":1,"items":{"type":"string"}} | [] | Invalid v
too many fields | {"type":"object","maxProperties":1,"additionalProperties":{"type":"string"}} | {"a":"1","b":"2"} | TooMany v
too few fields | {"type":"object","minProperties":1,"additionalProperties":{"type":"string"}} | {} | Invalid v
a field that is required | {"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"n":{"type":"integer"}}}} | [{"n":1},{"name":"a"}] | Required v[0].name
a value of a map | {"type":"object","additionalProperties":{"type":"string"}} | {"a.b/c":1} | TypeInvalid v.a.b/c
several faults at once | {"type":"object","required":["name"],"properties":{"name":{"type":"string"},"n":{"type":"integer"}}} | {"name":1,"n":"x"} | TypeInvalid v.n, TypeInvalid v.name
any of two, where none fits | {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]} | {} | Invalid, Required v.a
any of two, where the one fits better | {"type":"string","anyOf":[{"maxLength":1,"pattern":"^a"},{"pattern":"^b"},{"minLength":2,"format":"ipv4"}]} | "cc" | Invalid, TypeInvalid v
any of two, where one fits | {"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}],"pattern":"^\\d+%$"} | "x" | Invalid v
one of two, where none fits | {"type":"object","properties":{"a":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]} | {} | Invalid, Required v.a
one of two, where both fit | {"type":"string","oneOf":[{"minLength":1},{"maxLength":5}]} | "a" | Invalid
all of two, where one fits | {"type":"string","allOf":[{"minLength":1},{"maxLength":2}]} | "abc" | Invalid, TooLong v
all of two, where none fits | {"type":"string","allOf":[{"minLength":9},{"maxLength":2}]} | "abc" | Invalid, Invalid v, TooLong v
not, where it fits | {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"not":{"required":["a","b"]}} | {"a":"","b":""} | Invalid
fields that are called like those of every object of JavaScript | {"type":"object","required":["constructor","toString"],"properties":{"constructor":{"type":"integer"}}} | {"constructor":"x"} | Required v.toString, TypeInvalid v.constructor
`;

for (const line of schemaText.trim().split("\n")) {
  const [title = "", schema = "", value = "", faults = ""] = line.split(" | ");
  test(`a value is checked as the API server does: ${title}`, (t) => {
    t.is(faultsOf(JSON.parse(schema), JSON.parse(value)).join(", ") || "none", faults);
  });
}

function messageOf(schema: JsonObject, value: JsonValue): string | undefined {
  return compileChecker(readSchema(schema), 36).check(value)[0]?.message;
}

test("a message names the fact and the remedy", (t) => {
  t.is(messageOf({ type: "integer" }, "5"), "must be an integer, is a string: take the quotes away");
  t.is(messageOf({ type: "string" }, true), "must be a string, is a boolean: quote it");
  t.is(
    messageOf({ type: "string", enum: ["Always", "Never"] }, "Alway"),
    'must be one of Always, Never; did you mean "Always"?',
  );
  t.is(messageOf({ type: "string", maxLength: 1 }, "ab"), "may not be longer than 1 character");
  t.is(messageOf({ type: "array", minItems: 2 }, []), "must have at least 2 items, has 0");
  t.is(messageOf({ type: "string", not: {} }, "a"), "must not fit the schema of not");
});

test("what is told of the object as a whole knows where it really is", (t) => {
  const schema = readSchema({ type: "object", properties: { a: { type: "array", items: { not: {} } } } });
  const [fault] = compileChecker(schema, 36).check({ a: [1] });
  t.deepEqual([fault?.path, fault?.place], [[], ["a", 0]]);
});

test("an integer of any size is compared by its value", (t) => {
  const large = 9_223_372_036_854_775_807n;
  t.deepEqual(faultsOf({ type: "integer", maximum: 9_007_199_254_740_992 }, large), ["Invalid v"]);
  t.deepEqual(faultsOf({ type: "integer", enum: [large] }, large), []);
  t.deepEqual(faultsOf({ type: "integer", multipleOf: 2 }, large), ["Invalid v"]);
  t.deepEqual(faultsOf({ type: "integer" }, large + 1n), ["Invalid", "TypeInvalid v"]);
});

test("checking any value leaves it as it is and never fails", (t) => {
  const schema = readSchema({
    properties: { a: { type: "array", items: { type: "integer", maximum: 5 } } },
    additionalProperties: { type: "object", minProperties: 1, additionalProperties: { pattern: "a" } },
  });
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      const before = JSON.stringify([left, right]);
      // @ts-expect-error -- the generator's type of JSON is a wider one
      compileChecker(schema, 36).check(left, right);
      t.is(JSON.stringify([left, right]), before);
    }),
  );
});

test("what several alternatives tell is told once", (t) => {
  t.deepEqual(faultsOf({ allOf: [{ maxLength: 1 }, { maxLength: 1 }], maxLength: 1 }, "ab"), [
    "Invalid",
    "TooLong v",
  ]);
});

test("a schema is compiled once", (t) => {
  const schema = readSchema({ type: "string" });
  t.is(compileChecker(schema, 36), compileChecker(schema, 36));
});
