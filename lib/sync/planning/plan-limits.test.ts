import test from "ava";

import { leastLength } from "./plan-limits.ts";

test("the minimum JSON length of a value counts texts, keys and punctuation", (t) => {
  t.is(leastLength({ a: ["xy", 1, null] }), JSON.stringify({ a: ["xy", 1, 0] }).length);
});

test("the minimum JSON length of a list of a million entries is computed", (t) => {
  t.is(leastLength(Array.from({ length: 1_000_000 }, () => 1)), 2_000_001);
});
