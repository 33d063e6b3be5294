import test from "ava";
import { assert, integer, property } from "fast-check";

import { formatElapsed } from "./elapsed.ts";
import { formatTimestamp } from "./timestamp.ts";

test("a moment is written as the calendar has it", (t) => {
  const most = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  assert(
    property(integer({ min: Date.UTC(1000, 0, 1), max: most }), (at) => {
      t.is(formatTimestamp(at), new Date(at).toISOString());
    }),
  );
  t.is(formatTimestamp(Date.UTC(2024, 1, 29)), "2024-02-29T00:00:00.000Z");
});

const lasting = test.macro({
  exec: (t, milliseconds: number, text: string) => {
    t.is(formatElapsed(milliseconds), text);
  },
  title: (_, milliseconds: number, text: string) => `${milliseconds} ms are ${text}`,
});

test(lasting, -5, "0s");
test(lasting, 40, "0s");
test(lasting, 350, "0.4s");
test(lasting, 14_200, "14.2s");
test(lasting, 59_960, "1m0s");
test(lasting, 65_999, "1m6s");
test(lasting, 7_205_000, "2h0m5s");
