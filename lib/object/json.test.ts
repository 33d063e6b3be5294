import test from "ava";
import * as fc from "fast-check";

import {
  entries,
  exactNumber,
  field,
  indexedList,
  isArray,
  isObject,
  type JsonValue,
  listField,
  objectField,
  sameJson,
  stringField,
  stringsField,
  valueAt,
  type MutableObject,
  setOwnField,
  stringifyJson,
} from "./json.ts";

test("every digit of a large integer is written", (t) => {
  t.is(
    stringifyJson({ a: 9_007_199_254_740_993n, b: [-(2n ** 64n)] }),
    '{"a":9007199254740993,"b":[-18446744073709551616]}',
  );
});

test("the JSON text is indented on request", (t) => {
  t.is(stringifyJson({ a: [1n] }, 2), '{\n  "a": [\n    1\n  ]\n}');
});

test("a value without bigints is serialized as by JSON.stringify", (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as never;
      t.is(stringifyJson(json), JSON.stringify(json));
    }),
  );
});

test("a field named __proto__ is set as an own field, and no prototype changes", (t) => {
  const draft: MutableObject = {};
  setOwnField(draft, "__proto__", { admin: true });
  setOwnField(draft, "constructor", "mine");
  setOwnField(draft, "plain", 1);
  t.deepEqual(Object.keys(draft), ["__proto__", "constructor", "plain"]);
  t.is(JSON.stringify(draft), '{"__proto__":{"admin":true},"constructor":"mine","plain":1}');
  t.is(Object.getPrototypeOf(draft), Object.prototype);
  t.false("admin" in draft);
});

test("a field can be set again", (t) => {
  const draft: MutableObject = {};
  for (const name of ["__proto__", "plain"]) {
    setOwnField(draft, name, 1);
    setOwnField(draft, name, 2);
  }
  t.is(JSON.stringify(draft), '{"__proto__":2,"plain":2}');
});

const hostile: JsonValue = JSON.parse(
  '{"__proto__": {"admin": true}, "constructor": "mine", "list": [1, "a", null, "b"]}',
);

test("an object is neither a list nor null", (t) => {
  t.true(isObject({}));
  for (const value of [[], null, "text", 5, true, undefined]) {
    t.false(isObject(value));
  }
  t.true(isArray([]));
  t.false(isArray({ length: 0 }));
});

test("only own fields of an object are read, whatever their names", (t) => {
  t.deepEqual(field(hostile, "__proto__"), { admin: true });
  t.is(field(hostile, "constructor"), "mine");
  t.is(field(hostile, "admin"), undefined);
  t.is(field({}, "constructor"), undefined);
  t.is(field({}, "__proto__"), undefined);
  t.is(field([1], "length"), undefined);
  t.is(field("text", "length"), undefined);
});

test("a value is found at a path of names and indices", (t) => {
  const value = { spec: { containers: [{ name: "a" }, { name: "b" }] } };
  t.is(valueAt(value, ["spec", "containers", 1, "name"]), "b");
  t.is(valueAt(value, []), value);
  t.is(valueAt(value, ["spec", "containers", 2, "name"]), undefined);
  t.is(valueAt(value, ["spec", "containers", "0"]), undefined);
  t.is(valueAt(value, ["spec", 0]), undefined);
  t.is(valueAt(undefined, ["spec"]), undefined);
});

test("a field of another type counts as absent", (t) => {
  const value = { text: "a", number: 1, list: ["x"], object: { y: 1 }, none: null };
  t.is(stringField(value, "text"), "a");
  t.is(stringField(value, "number"), undefined);
  t.deepEqual(objectField(value, "object"), { y: 1 });
  t.deepEqual(objectField(value, "list"), {});
  t.deepEqual(objectField(value, "none"), {});
  t.deepEqual(listField(value, "list"), ["x"]);
  t.deepEqual(listField(value, "object"), []);
  t.deepEqual(entries("text"), []);
});

test("stringsField() returns the strings of a list, indexedList() all entries with their indices", (t) => {
  t.deepEqual(stringsField(hostile, "list"), ["a", "b"]);
  t.deepEqual(indexedList(hostile, "list"), [
    [0, 1],
    [1, "a"],
    [2, null],
    [3, "b"],
  ]);
});

test("a bigint becomes a number only if it is a safe integer", (t) => {
  t.is(exactNumber(5n), 5);
  t.is(exactNumber(9_007_199_254_740_991n), 9_007_199_254_740_991);
  t.is(exactNumber(9_007_199_254_740_992n), 9_007_199_254_740_992n);
  t.is(exactNumber(-9_007_199_254_740_993n), -9_007_199_254_740_993n);
});

const same = test.macro((t, left: JsonValue | undefined, right: JsonValue | undefined, expected: boolean) => {
  t.is(sameJson(left, right), expected);
  t.is(sameJson(right, left), expected);
});
test(
  "objects with the same fields in another order are equal",
  same,
  { a: 1, b: [2] },
  { b: [2], a: 1 },
  true,
);
test("lists with the same entries in another order differ", same, [1, 2], [2, 1], false);
test("lists of different lengths differ", same, [1], [1, 1], false);
test("a missing field differs from a null field", same, { a: null }, {}, false);
test("a missing field differs from a property of the prototype", same, { constructor: 1 }, { a: 1 }, false);
test(
  "a field named __proto__ is not compared with the prototype of the other object",
  same,
  JSON.parse('{"__proto__": {}}'),
  { a: {} },
  false,
);
test("an empty list differs from an empty object", same, [], {}, false);
test("null differs from an empty object", same, null, {}, false);
test("a number differs from its text", same, 1, "1", false);
test("undefined equals undefined", same, undefined, undefined, true);
test("undefined differs from null", same, undefined, null, false);

test("a value equals its copy", (t) => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (drawn) => {
      const text = JSON.stringify(drawn);
      const [left, right]: readonly JsonValue[] = [JSON.parse(text), JSON.parse(text)];
      t.true(sameJson(left, right));
    }),
  );
});
