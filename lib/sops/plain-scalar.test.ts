import test from "ava";

import { plainScalarText } from "./plain-scalar.ts";

/** The expected values are what go-yaml v3 parses and Go formats. */
const reads = test.macro({
  exec(t, text: string, expected: string | null) {
    t.is(plainScalarText(text), expected);
  },
  title: (_, text: string, expected: string | null) =>
    `the MAC covers the plain scalar ${text} as ${expected ?? "nothing"}`,
});

test(reads, "~", null);
test(reads, "Null", null);
test(reads, "yes", "yes");
test(reads, "TRUE", "True");
test(reads, "false", "False");
test(reads, "0x1F", "31");
test(reads, "-0x1f", "-31");
test(reads, "0o17", "15");
test(reads, "017", "15");
test(reads, "09", "9");
test(reads, "0b101", "5");
test(reads, "1_000", "1000");
test(reads, "+12", "12");
test(reads, "9223372036854775807", "9223372036854775807");
test(reads, "100000000000000000000000", "100000000000000000000000");
test(reads, "1e30", "1000000000000000000000000000000");
test(reads, "5e-7", "0.0000005");
test(reads, ".5", "0.5");
test(reads, "._5", "._5");
test(reads, "5.", "5");
test(reads, "-0.0", "-0");
test(reads, "1e400", "1e400");
test(reads, ".inf", "+Inf");
test(reads, "-.INF", "-Inf");
test(reads, ".NaN", "NaN");
test(reads, "0x", "0x");
test(reads, "12:30:45", "12:30:45");
test(reads, "1.2.3", "1.2.3");
test(reads, "2024-1-2", "2024-01-02T00:00:00Z");
test(reads, "2023-02-29", "2023-02-29");
test(reads, "2024-01-02T03:04:05.120+02:00", "2024-01-02T03:04:05.12+02:00");
test(reads, "2024-01-02 3:4:5", "2024-01-02T03:04:05Z");
test(reads, "2024-01-02T24:00:00Z", "2024-01-02T24:00:00Z");
