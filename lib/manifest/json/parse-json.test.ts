import test from "ava";
import * as fc from "fast-check";

import { stringifyJson } from "../../object/json.ts";
import { readJson } from "./parse-json.ts";

function read(text: string): ReturnType<typeof readJson> {
  return readJson(text, { start: 0, end: text.length });
}

test("JSON is unchanged after writing and reading it", (t) => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2), (value, indent) => {
      const json = JSON.parse(JSON.stringify(value)) as never;
      t.is(stringifyJson(read(stringifyJson(json, indent)).value), JSON.stringify(json));
    }),
  );
});

test("JSON integers of any size keep every digit", (t) => {
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      t.is(stringifyJson(read(value.toString()).value), value.toString());
    }),
  );
});

const faulty: readonly (readonly [string, number])[] = [
  ["", 0],
  ['{"a" 1}', 5],
  ['{"a": 1,}', 8],
  ["{a: 1}", 1],
  ["[1, 2", 5],
  ["[01]", 2],
  ["[1e400]", 1],
  ['["a\nb"]', 1],
  ['["\\x"]', 1],
  ['["\\u12G4"]', 1],
  ['["\\u12"]', 1],
  ['["\\"]', 1],
  ['["\\n', 1],
  ['["\\', 1],
  ["[nul]", 1],
  ["[1 2]", 3],
];

for (const [text, start] of faulty) {
  test(`${JSON.stringify(text)} is a JSON syntax error at offset ${start}`, (t) => {
    t.deepEqual(
      read(text).faults.map((fault) => [fault.code, fault.start]),
      [["JsonSyntax", start]],
    );
  });
}

test("every escape is decoded as JSON.parse decodes it", (t) => {
  const text = String.raw`"\"\\\/\b\f\n\r\t\u00e9\uD83D\ude00\uD83D é"`;
  t.is(read(text).value, JSON.parse(text));
});

test("a JSON string that ends after the end of its document is a syntax error", (t) => {
  const { faults } = readJson('["a\\n"]', { start: 0, end: 5 });
  t.like(faults[0], { code: "JsonSyntax", start: 1 });
});

test("the fault for a duplicate key in JSON points at both keys", (t) => {
  const [fault] = read('{"a": 1, "b": {"a": 2}, "a": 3}').faults;
  t.like(fault, { code: "DuplicateKey", start: 24, end: 27, related: { start: 1, end: 4 } });
});
