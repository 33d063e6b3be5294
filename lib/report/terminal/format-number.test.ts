import test from "ava";

import { formatElapsed } from "./format-number.ts";

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
