import test from "ava";

import { formatDuration, parseDuration } from "./duration.ts";

/** What a Go duration means, and how it is written back. */
const testDuration = test.macro({
  exec(t, text: string, milliseconds: number, written: string) {
    t.is(parseDuration(text), milliseconds);
    t.is(formatDuration(milliseconds), written);
  },
  title: (_, text: string, __: number, written: string) => `${text} is ${written}`,
});

test(testDuration, "0", 0, "0s");
test(testDuration, "0s", 0, "0s");
test(testDuration, "250ms", 250, "250ms");
test(testDuration, "1.5s", 1500, "1.5s");
test(testDuration, "90s", 90_000, "1m30s");
test(testDuration, "5m", 300_000, "5m0s");
test(testDuration, "1h", 3_600_000, "1h0m0s");
test(testDuration, "1h30m", 5_400_000, "1h30m0s");
test(testDuration, "-2m", -120_000, "-2m0s");
test(testDuration, "+.5h", 1_800_000, "30m0s");

for (const text of ["", "5", "m", "5 m", "1d", "--5m", "5m-", "1e3s"]) {
  test(`${JSON.stringify(text)} is no duration`, (t) => {
    t.is(parseDuration(text), undefined);
  });
}
