import test from "ava";
import * as fc from "fast-check";

import { formatDuration, parseDuration } from "./duration.ts";

/** Checks how a Go duration is parsed, and how it is formatted. */
const testDuration = test.macro({
  exec(t, text: string, milliseconds: number, written: string) {
    t.is(parseDuration(text), milliseconds);
    t.is(formatDuration(milliseconds), written);
  },
  title: (_, text: string, __: number, written: string) => `the duration ${text} is formatted as ${written}`,
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

test(testDuration, "5us", 0.005, "5µs");
test(testDuration, "5µs", 0.005, "5µs");
test(testDuration, "1ns", 0.000_001, "1ns");
test(testDuration, "1.5ns", 0.000_001, "1ns");
test(testDuration, "1500ns", 0.0015, "1.5µs");
test(testDuration, "1.5ms", 1.5, "1.5ms");
test(testDuration, "999999999ns", 999.999_999, "999.999999ms");
test(testDuration, "1000000001ns", 1000.000_001, "1.000000001s");
test(testDuration, "-1.5us", -0.0015, "-1.5µs");
test(testDuration, "1h0.5s", 3_600_500, "1h0m0.5s");
test(testDuration, "-0", 0, "0s");
test(testDuration, "1.h", 3_600_000, "1h0m0s");
test(testDuration, "2562047h", 9_223_369_200_000, "2562047h0m0s");

const beyond = ["2562048h", "9223372036854775808ns", `${"9".repeat(400)}h`, `-${"9".repeat(400)}h`];
for (const text of beyond) {
  test(`${text.slice(0, 24)} overflows a Go duration`, (t) => {
    t.is(parseDuration(text), undefined);
  });
}

test("the minimum and maximum durations of Go are parsed", (t) => {
  t.is(parseDuration("9223372036854775807ns"), (2 ** 63 - 1) / 1e6);
  t.is(parseDuration("-9223372036854775808ns"), -(2 ** 63) / 1e6);
});

for (const text of [".s", "s", "1.5", "1s.", "1s1", "", "5", "m", "5 m", "1d", "--5m", "5m-", "1e3s"]) {
  test(`${JSON.stringify(text)} is not a duration`, (t) => {
    t.is(parseDuration(text), undefined);
  });
}

test("a formatted duration is parsed back to the same duration", (t) => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (nanoseconds) => {
      const written = formatDuration(nanoseconds / 1e6);
      t.is(formatDuration(parseDuration(written) ?? Number.NaN), written);
    }),
  );
});
