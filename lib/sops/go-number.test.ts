import test from "ava";

import { formatFloat, parseInteger } from "./go-number.ts";

/** The expected values are what `strconv.FormatFloat(x, 'f', -1, 64)` returns. */
const formats = test.macro({
  exec(t, value: number, expected: string) {
    t.is(formatFloat(value), expected);
  },
  title: (_, value: number, expected: string) =>
    `${Object.is(value, -0) ? "-0" : value} is formatted as ${expected}`,
});

test(formats, 0, "0");
test(formats, -0, "-0");
test(formats, 5, "5");
test(formats, 3.14, "3.14");
test(formats, -0.5, "-0.5");
test(formats, 1e21, "1000000000000000000000");
test(formats, 1.234e-6, "0.000001234");
test(formats, 123_456.789, "123456.789");
test(formats, 5e-324, `0.${"0".repeat(323)}5`);
test(formats, Number.POSITIVE_INFINITY, "+Inf");
test(formats, Number.NEGATIVE_INFINITY, "-Inf");
test(formats, Number.NaN, "NaN");

test("integers of up to 64 bits are parsed, with Go's prefixes", (t) => {
  const texts = [
    "0",
    "-17",
    "0x1F",
    "0b101",
    "0o17",
    "017",
    "09",
    "1e3",
    "9223372036854775808",
    "-9223372036854775808",
  ];
  t.deepEqual(
    texts.map((text) => parseInteger(text)?.toString()),
    ["0", "-17", "31", "5", "15", "15", undefined, undefined, undefined, "-9223372036854775808"],
  );
});
