import test from "ava";
import * as fc from "fast-check";

import type { JsonValue } from "../../object/json.ts";
import { canonicalText, mapKeyOf } from "./map-key.ts";

test("the order of fields does not affect the canonical text of a value", (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed());
      t.is(canonicalText(reversed), canonicalText(value));
    }),
  );
});

test("values with the same canonical text are equal", (t) => {
  const value = fc.json({ maxDepth: 2 }).map((text): JsonValue => JSON.parse(text));
  fc.assert(
    fc.property(value, value, (left, right) => {
      if (canonicalText(left) === canonicalText(right)) {
        t.deepEqual(JSON.parse(canonicalText(left)), JSON.parse(canonicalText(right)));
      } else {
        t.notDeepEqual(left, right);
      }
    }),
  );
});

const pairs: readonly (readonly [left: JsonValue, right: JsonValue, same: boolean])[] = [
  [1, 1n, true],
  [0, -0, true],
  [1, "1", false],
  [1, true, false],
  [null, "null", false],
  [1.5, 1.5, true],
  [[], {}, false],
  [[1, 2], [2, 1], false],
  [["a,b"], ["a", "b"], false],
  [{ a: { c: 1, b: 2 } }, { a: { b: 2, c: 1 } }, true],
  [2n ** 63n, 2 ** 63, true],
  [2n ** 63n, 2n ** 63n - 1n, false],
];
for (const [left, right, same] of pairs) {
  test(`${canonicalText(left)} and ${canonicalText(right)} are ${same ? "" : "not "}the same value`, (t) => {
    t.is(canonicalText(left) === canonicalText(right), same);
  });
}

test("an item of a map list is identified by the values of its keys", (t) => {
  t.is(mapKeyOf({ a: "x", b: 1, c: 2 }, ["a", "b"]), mapKeyOf({ b: 1, a: "x", c: 3 }, ["a", "b"]));
  t.not(mapKeyOf({ a: "x", b: 1 }, ["a", "b"]), mapKeyOf({ a: "x", b: 2 }, ["a", "b"]));
  t.not(mapKeyOf({ a: "1" }, ["a"]), mapKeyOf({ a: 1 }, ["a"]));
  t.not(mapKeyOf({ a: "x,y", b: "z" }, ["a", "b"]), mapKeyOf({ a: "x", b: "y,z" }, ["a", "b"]));
});

test("an item without its keys, or with a key that is no scalar, is not identified", (t) => {
  t.is(mapKeyOf({ a: "x" }, ["a", "b"]), undefined);
  t.is(mapKeyOf({ a: null }, ["a"]), undefined);
  t.is(mapKeyOf({ a: {} }, ["a"]), undefined);
  t.is(mapKeyOf({ a: [] }, ["a"]), undefined);
  t.is(mapKeyOf("a", ["a"]), undefined);
  t.is(mapKeyOf(null, ["a"]), undefined);
  t.is(mapKeyOf({}, ["constructor"]), undefined);
});
