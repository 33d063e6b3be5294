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
 * The faults that Kubernetes 1.36 reports for values: title, schema, value, faults; those without a path are
 * reported for the whole object.
 */
const schemaText = String.raw`
a string for an integer | {"type":"integer"} | "5" | TypeInvalid v
an integer for a string | {"type":"string"} | 5 | TypeInvalid v
a fraction for an integer | {"type":"integer"} | 1.5 | Invalid, TypeInvalid v
an integer for a number | {"type":"number"} | 5 | none
a list for an object | {"type":"object"} | [] | TypeInvalid v
null for a value that is not nullable | {"type":"array","items":{"type":"string"}} | [null] | TypeInvalid v[0]
null for a nullable value | {"type":"string","nullable":true} | null | none
null for an enum that contains null | {"type":"string","nullable":true,"enum":["a",null]} | null | NotSupported v
a string for int-or-string | {"x-kubernetes-int-or-string":true} | "50%" | none
a boolean for int-or-string | {"x-kubernetes-int-or-string":true} | true | TypeInvalid v
a list for a date | {"type":"string","format":"date"} | [] | none
a string that is not a date | {"type":"string","format":"date"} | "2023-02-29" | TypeInvalid v
an unknown format | {"type":"string","format":"phone"} | "x" | none
an integer beyond int32 | {"type":"integer","format":"int32"} | 2147483648 | Invalid
an integer beyond 64 bits | {"type":"integer"} | 10000000000000000000 | Invalid, TypeInvalid v
a number beyond float | {"type":"number","format":"float"} | 1e+39 | Invalid
a value equal to the maximum | {"type":"integer","maximum":5} | 5 | none
a value above the maximum | {"type":"integer","maximum":5} | 6 | Invalid v
a value equal to the exclusive maximum | {"type":"integer","maximum":5,"exclusiveMaximum":true} | 5 | Invalid v
a value below the minimum | {"type":"number","minimum":0.5} | 0.4 | Invalid v
an integer below a fractional minimum, which is truncated | {"type":"number","minimum":1.5} | 1 | none
a value equal to the exclusive minimum | {"type":"integer","minimum":0,"exclusiveMinimum":true} | 0 | Invalid v
a maximum beyond the range of the type | {"type":"integer","maximum":1e+300} | 1 | Invalid
a multiple of a fraction | {"type":"number","multipleOf":0.1} | 0.3 | none
a value that is not a multiple | {"type":"integer","multipleOf":3} | 4 | Invalid v
an integer for a fractional multipleOf | {"type":"number","multipleOf":0.5} | 1 | Invalid v
a string outside an enum | {"type":"string","enum":["Always","Never"]} | "never" | NotSupported v
a fraction for an enum of integers, to which it is truncated | {"type":"number","enum":[1]} | 1.5 | none
an enum of objects with their fields in another order | {"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"enum":[{"a":1,"b":2}]} | {"b":2,"a":1} | none
a length that is counted in code points | {"type":"string","maxLength":2} | "😀😀" | none
a string that is too long | {"type":"string","maxLength":2} | "abc" | TooLong v
a string that is too short | {"type":"string","minLength":2} | "😀" | Invalid v
a string with a wrong length and pattern, of which only the length is reported | {"type":"string","minLength":2,"pattern":"^a+$","format":"ipv4"} | "b" | Invalid v, TypeInvalid v
a pattern that matches a part of the string | {"type":"string","pattern":"b+"} | "abc" | none
a pattern that does not match | {"type":"string","pattern":"^b+$"} | "abc" | Invalid v
a pattern in RE2 syntax | {"type":"string","pattern":"(?i)^\\pL+\\z"} | "ÄB" | none
too many items | {"type":"array","maxItems":1,"items":{"type":"string"}} | ["a","b"] | TooMany v
too few items | {"type":"array","minItems":1,"items":{"type":"string"}} | [] | Invalid v
too many fields | {"type":"object","maxProperties":1,"additionalProperties":{"type":"string"}} | {"a":"1","b":"2"} | TooMany v
too few fields | {"type":"object","minProperties":1,"additionalProperties":{"type":"string"}} | {} | Invalid v
a missing required field | {"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"n":{"type":"integer"}}}} | [{"n":1},{"name":"a"}] | Required v[0].name
a map value of the wrong type | {"type":"object","additionalProperties":{"type":"string"}} | {"a.b/c":1} | TypeInvalid v.a.b/c
several faults at once | {"type":"object","required":["name"],"properties":{"name":{"type":"string"},"n":{"type":"integer"}}} | {"name":1,"n":"x"} | TypeInvalid v.n, TypeInvalid v.name
anyOf without a match | {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]} | {} | Invalid, Required v.a
anyOf without a match, of which the closest alternative is reported | {"type":"string","anyOf":[{"maxLength":1,"pattern":"^a"},{"pattern":"^b"},{"minLength":2,"format":"ipv4"}]} | "cc" | Invalid, TypeInvalid v
anyOf with a match next to a violated pattern | {"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}],"pattern":"^\\d+%$"} | "x" | Invalid v
oneOf without a match | {"type":"object","properties":{"a":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]} | {} | Invalid, Required v.a
oneOf with two matches | {"type":"string","oneOf":[{"minLength":1},{"maxLength":5}]} | "a" | Invalid
allOf with one match of two | {"type":"string","allOf":[{"minLength":1},{"maxLength":2}]} | "abc" | Invalid, TooLong v
allOf without a match | {"type":"string","allOf":[{"minLength":9},{"maxLength":2}]} | "abc" | Invalid, Invalid v, TooLong v
not with a match | {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"not":{"required":["a","b"]}} | {"a":"","b":""} | Invalid
fields named like properties of every JavaScript object | {"type":"object","required":["constructor","toString"],"properties":{"constructor":{"type":"integer"}}} | {"constructor":"x"} | Required v.toString, TypeInvalid v.constructor
`;

for (const line of schemaText.trim().split("\n")) {
  const [title = "", schema = "", value = "", faults = ""] = line.split(" | ");
  test(`a value is validated like in the API server: ${title}`, (t) => {
    t.is(faultsOf(JSON.parse(schema), JSON.parse(value)).join(", ") || "none", faults);
  });
}

function messageOf(schema: JsonObject, value: JsonValue): string | undefined {
  return compileChecker(readSchema(schema), 36).check(value)[0]?.message;
}

test("a message states the fault and how to fix it", (t) => {
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

test("a fault that is reported for the whole object has the place of its cause", (t) => {
  const schema = readSchema({ type: "object", properties: { a: { type: "array", items: { not: {} } } } });
  const [fault] = compileChecker(schema, 36).check({ a: [1] });
  t.deepEqual([fault?.path, fault?.place], [[], ["a", 0]]);
});

test("integers beyond 2^53 are compared exactly", (t) => {
  const large = 9_223_372_036_854_775_807n;
  t.deepEqual(faultsOf({ type: "integer", maximum: 9_007_199_254_740_992 }, large), ["Invalid v"]);
  t.deepEqual(faultsOf({ type: "integer", enum: [large] }, large), []);
  t.deepEqual(faultsOf({ type: "integer", multipleOf: 2 }, large), ["Invalid v"]);
  t.deepEqual(faultsOf({ type: "integer" }, large + 1n), ["Invalid", "TypeInvalid v"]);
});

test("checking a value neither throws nor modifies it", (t) => {
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

test("the same fault of several allOf schemas is reported once", (t) => {
  t.deepEqual(faultsOf({ allOf: [{ maxLength: 1 }, { maxLength: 1 }], maxLength: 1 }, "ab"), [
    "Invalid",
    "TooLong v",
  ]);
});

test("the compiled checker of a schema is cached", (t) => {
  const schema = readSchema({ type: "string" });
  t.is(compileChecker(schema, 36), compileChecker(schema, 36));
});
