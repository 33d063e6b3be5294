import test from "ava";

import { mergeValues } from "./merge-values.ts";

const texts = (...all: readonly string[]): readonly { name: string; text: string }[] =>
  all.map((text, index) => ({ name: `${index}.yaml`, text }));

test("mappings are merged, and of other values the last one wins", (t) => {
  const merged = mergeValues(
    texts("a: {b: 1, c: [1]}\nd: x\ne: {f: 1}", "", "a: {c: [2], g: yes}\nd: null\ne: 3"),
  );
  t.deepEqual(merged, { text: '{"a":{"b":1,"c":[2],"g":true},"d":null,"e":3}' });
});

test("integers keep their digits, and __proto__ is a key", (t) => {
  const merged = mergeValues(texts("a: 12345678901234567890", "__proto__: {b: 1}"));
  t.deepEqual(merged, { text: '{"a":12345678901234567890,"__proto__":{"b":1}}' });
});

test("a fault is returned with its file", (t) => {
  const merged = mergeValues(texts("a: [", "- a"));
  t.like(merged, {
    found: [{ origin: { file: "0.yaml" } }, { code: "RenderFailed", origin: { file: "1.yaml" } }],
  });
});
