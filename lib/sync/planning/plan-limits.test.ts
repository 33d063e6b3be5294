import test from "ava";

import { leastLength } from "./plan-limits.ts";

test("a value is at least as long as its texts, keys and marks", (t) => {
  t.is(leastLength({ a: ["xy", 1, null] }), JSON.stringify({ a: ["xy", 1, 0] }).length);
});

test("a list of a million entries has a length", (t) => {
  t.is(leastLength(Array.from({ length: 1_000_000 }, () => 1)), 2_000_001);
});
