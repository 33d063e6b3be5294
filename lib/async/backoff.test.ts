import test from "ava";

import { backoff, jitter } from "./backoff.ts";

test("a delay doubles with each attempt up to the longest", (t) => {
  const delays = { first: 100, longest: 1000 };
  t.deepEqual(
    [1, 2, 3, 4, 5, 5000].map((attempt) => backoff(attempt, delays)),
    [100, 200, 400, 800, 1000, 1000],
  );
});

test("jitter adds at most its spread to the least of a delay", (t) => {
  t.is(
    jitter(100, [0.5, 1], () => 0),
    50,
  );
  t.is(
    jitter(100, [0.5, 1], () => 0.75),
    125,
  );
});
