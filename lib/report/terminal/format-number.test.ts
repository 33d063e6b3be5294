import test from "ava";

import { formatElapsed } from "./format-number.ts";

const formatsElapsed = test.macro({
  exec: (t, milliseconds: number, text: string) => {
    t.is(formatElapsed(milliseconds), text);
  },
  title: (_, milliseconds: number, text: string) => `${milliseconds} ms are formatted as ${text}`,
});

test(formatsElapsed, -5, "0s");
test(formatsElapsed, 40, "0s");
test(formatsElapsed, 350, "0.4s");
test(formatsElapsed, 14_200, "14.2s");
test(formatsElapsed, 59_960, "1m0s");
test(formatsElapsed, 65_999, "1m6s");
test(formatsElapsed, 7_205_000, "2h0m5s");
