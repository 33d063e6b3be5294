import test from "ava";

import { backoff } from "./backoff.ts";

const pauses = test.macro({
  exec(t, attempt: number, least: number, most: number) {
    t.is(backoff(attempt, { random: () => 0 }), least);
    t.is(backoff(attempt, { random: () => 1 }), most);
  },
  title: (_, attempt: number, least: number, most: number) =>
    `after attempt ${attempt} there is a pause of ${least} to ${most} ms`,
});
test(pauses, 1, 133, 200);
test(pauses, 2, 267, 400);
test(pauses, 3, 533, 800);
test(pauses, 5, 2133, 3200);
test(pauses, 6, 3333, 5000);
test(pauses, 7, 3333, 5000);
test(pauses, 1_000_000, 3333, 5000);
