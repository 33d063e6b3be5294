import test from "ava";

import { mapFields, mapItems, removed, withFields } from "./copy-on-write.ts";

test("an unchanged object is returned without a copy", (t) => {
  const value = { a: 1, b: { c: 2 } };
  t.is(
    mapFields(value, (_, part) => part),
    value,
  );
  t.is(withFields(value, []), value);
});

test("an unchanged list is returned without a copy", (t) => {
  const value = [1, { a: 2 }];
  t.is(
    mapItems(value, (item) => item),
    value,
  );
});

test("a changed object is a copy with its fields in the same order", (t) => {
  const value = { a: 1, b: 2, c: 3 };
  const changed = mapFields(value, (name, part) => (name === "b" ? "x" : part));
  t.deepEqual(Object.entries(changed), [
    ["a", 1],
    ["b", "x"],
    ["c", 3],
  ]);
  t.deepEqual(value, { a: 1, b: 2, c: 3 });
});

test("a field can be removed or set to null", (t) => {
  t.deepEqual(
    mapFields({ a: 1, b: 2 }, (name, part) => (name === "a" ? removed : part)),
    { b: 2 },
  );
  t.deepEqual(
    mapFields({ a: 1, b: 2 }, (name, part) => (name === "a" ? null : part)),
    { a: null, b: 2 },
  );
  t.deepEqual(
    mapFields({ a: 1 }, () => removed),
    {},
  );
});

test("unchanged parts are shared with the copy", (t) => {
  const value = { a: { x: 1 }, b: 2 };
  t.is(mapFields(value, (name, part) => (name === "b" ? 3 : part))["a"], value.a);
  const list = [{ x: 1 }, 2];
  t.is(mapItems(list, (item, index) => (index === 1 ? 3 : item))[0], list[0]);
});

test("a changed list is a copy that keeps its other items", (t) => {
  const value = [1, 2, 3];
  t.deepEqual(
    mapItems(value, (item, index) => (index === 1 ? "x" : item)),
    [1, "x", 3],
  );
  t.deepEqual(value, [1, 2, 3]);
});

test("existing fields are set in place, new ones are appended", (t) => {
  t.deepEqual(Object.entries(withFields({ a: 1, b: 2 }, [["a", 3]])), [
    ["a", 3],
    ["b", 2],
  ]);
  t.deepEqual(Object.entries(withFields({ a: 1 }, [["b", 2]])), [
    ["a", 1],
    ["b", 2],
  ]);
});

test("a field named __proto__ is an ordinary field", (t) => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
  const changed = mapFields(value as { b: number }, (name, part) => (name === "b" ? 3 : part));
  t.deepEqual(Object.keys(changed), ["__proto__", "b"]);
});
