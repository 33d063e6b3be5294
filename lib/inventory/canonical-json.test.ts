import test from "ava";
import * as fc from "fast-check";

import type { JsonValue } from "../object/json.ts";
import { canonicalJson } from "./canonical-json.ts";

/** Checks whether the canonical JSON of two values is the same. */
const testHash = test.macro({
  exec(t, same: boolean, left: JsonValue, right: JsonValue) {
    t.is(canonicalJson(left) === canonicalJson(right), same);
  },
  title: (name) => `canonical JSON ${name}`,
});

test('distinguishes 1 from "1"', testHash, false, 1, "1");
test("distinguishes null from a missing field", testHash, false, { a: null }, {});
test("keeps the order of lists", testHash, false, [1, 2], [2, 1]);
test("distinguishes a string with a comma from two strings", testHash, false, ["a,b"], ["a", "b"]);
test("keeps every digit of an integer", testHash, false, 9_007_199_254_740_993n, 9_007_199_254_740_992n);
test("ignores the order of fields", testHash, true, { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 });
test("keeps a field called __proto__", testHash, false, JSON.parse('{"__proto__":1}'), {});

test("canonical JSON is the same for any order of fields", (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json: JsonValue = JSON.parse(JSON.stringify(value));
      t.is(canonicalJson(json), canonicalJson(reversed(json)));
      t.deepEqual(JSON.parse(canonicalJson(json)), json);
    }),
  );
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(reversed);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, inner]) => [name, reversed(inner)]),
      )
    : value;
}

test("canonical JSON of 20,000 nested levels does not overflow the stack", (t) => {
  let deep: JsonValue = 1;
  for (let level = 0; level < 20_000; level += 1) {
    deep = { a: [deep] };
  }
  t.is(canonicalJson(deep).length, 20_000 * '{"a":[]}'.length + 1);
});
