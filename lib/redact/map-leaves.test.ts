import test from "ava";
import * as fc from "fast-check";

import { stringifyJson, type JsonValue, type Path, valueAt } from "../object/json.ts";
import { replaceLeaves } from "./map-leaves.ts";

const value: JsonValue = { a: { b: [1, { c: "x" }], d: "y" }, e: null };

const replaces = test.macro({
  title: (_, places: readonly Path[]) => `leaves under ${JSON.stringify(places)} are replaced`,
  exec: (t, places: readonly Path[], expected: JsonValue) => {
    const marked = places.map((path, mark) => ({ path, mark }));
    t.deepEqual(
      replaceLeaves(value, marked, (_, mark) => mark),
      expected,
    );
  },
});

test(replaces, [], value);
test(replaces, [[]], { a: { b: [0, { c: 0 }], d: 0 }, e: 0 });
test(replaces, [["a", "d"]], { a: { b: [1, { c: "x" }], d: 0 }, e: null });
test(replaces, [["a", "b"]], { a: { b: [0, { c: 0 }], d: "y" }, e: null });
test(replaces, [["a"], ["a", "b", 1]], { a: { b: [0, { c: 1 }], d: 0 }, e: null });
test(replaces, [["a", "b", 1], ["a"]], { a: { b: [1, { c: 0 }], d: 1 }, e: null });
test(replaces, [["no"], ["a", "b", 7]], value);

test("a field named __proto__ is replaced like any other field", (t) => {
  const hostile: JsonValue = JSON.parse('{"__proto__": {"a": "x"}}');
  const replaced = replaceLeaves(hostile, [{ path: ["__proto__"], mark: 0 }], () => "y");
  t.is(JSON.stringify(replaced), '{"__proto__":{"a":"y"}}');
});

test("a deeply nested value is copied", (t) => {
  let deep: JsonValue = "x";
  for (let level = 0; level < 20_000; level++) {
    deep = [deep];
  }
  let seen = 0;
  replaceLeaves(deep, [{ path: [], mark: 0 }], (leaf) => {
    seen += 1;
    return leaf;
  });
  t.is(seen, 1);
});

test("replacing leaves by themselves gives an equal value, and the original is not modified", (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const any = json as JsonValue;
      const before = stringifyJson(any);
      t.is(stringifyJson(replaceLeaves(any, [{ path: [], mark: 0 }], (leaf) => leaf)), before);
      replaceLeaves(any, [{ path: [], mark: 0 }], () => "other");
      t.is(stringifyJson(any), before);
      t.is(valueAt(any, []), any);
    }),
  );
});
