import test from "ava";
import * as fc from "fast-check";

import { readDouble, readInt, readUint, writeDouble, writeFixed } from "./number-format.ts";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

test("readInt() parses only integers that fit in 64 bits", (t) => {
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      const fits = value >= -(2n ** 63n) && value < 2n ** 63n;
      t.is(readInt(value.toString()), fits ? value : undefined);
    }),
  );
});

test("readUint() parses only unsigned integers that fit in 64 bits", (t) => {
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      t.is(readUint(value.toString()), value >= 0n && value < 2n ** 64n ? value : undefined);
    }),
  );
});

test("a number of thousands of digits is refused", (t) => {
  const zeros = "0".repeat(5000);
  t.is(readInt(zeros), undefined);
  t.is(readUint(zeros), undefined);
  t.is(readDouble(zeros), undefined);
});

const reads = test.macro({
  exec(t, text: string, value: number | undefined) {
    t.is(readDouble(text), value);
  },
  title: (_, text: string, value: number | undefined) =>
    value === undefined
      ? `${JSON.stringify(text)} is not a double`
      : `${text} is parsed as the double ${value}`,
});

// Go's strconv.ParseFloat: https://pkg.go.dev/strconv#ParseFloat
test(reads, "1_000", 1000);
test(reads, "1_0e1_0", 100_000_000_000);
test(reads, "_1", undefined);
test(reads, "1_", undefined);
test(reads, "1_.5", undefined);
test(reads, "1._5", undefined);
test(reads, "1_e5", undefined);
test(reads, "1e_5", undefined);
test(reads, "1__0", undefined);
test(reads, "+1.5", 1.5);
test(reads, "1.", 1);
test(reads, ".", undefined);
test(reads, "e5", undefined);
test(reads, "1e", undefined);
test(reads, "0x1p4", 16);
test(reads, "0X1P-1", 0.5);
test(reads, "0x.8p0", 0.5);
test(reads, "0x1.8p0", 1.5);
test(reads, "-0x1p0", -1);
test(reads, "0x_1p0", 1);
test(reads, "0x1", undefined);
test(reads, "0xp1", undefined);
test(reads, "0x1p1024", undefined);
test(reads, "0x1p-1074", 5e-324);
test(reads, "0x0p9999", 0);
test(reads, "0x1p-9999", 0);
test(reads, "+Inf", Infinity);
test(reads, "-infinity", -Infinity);
test(reads, "INFINITY", Infinity);
test(reads, "infinit", undefined);
test(reads, "nan", NaN);
test(reads, "-nan", undefined);
test(reads, "+nan", undefined);
test(reads, "1.7976931348623157e308", Number.MAX_VALUE);
test(reads, "1.8e308", undefined);
test(reads, "1e-999", 0);
test(reads, "१", undefined);

const writes = test.macro({
  exec(t, value: number, shortest: string, fixed: string) {
    t.is(writeDouble(value), shortest);
    t.is(writeFixed(value), fixed);
  },
  title: (_, value: number, shortest: string, fixed: string) =>
    `${value} is formatted as ${shortest}, and without an exponent as ${fixed}`,
});

// Go's %g and %f with the fewest digits that identify the number.
test(writes, 0.0001, "0.0001", "0.0001");
test(writes, 0.000_099, "9.9e-05", "0.000099");
test(writes, 999_999, "999999", "999999");
test(writes, 1_000_000, "1e+06", "1000000");
test(writes, 1_234_567.5, "1.2345675e+06", "1234567.5");
test(writes, 1e20, "1e+20", "100000000000000000000");
test(writes, 1.5e22, "1.5e+22", "15000000000000000000000");
test(writes, -2.5e-9, "-2.5e-09", "-0.0000000025");
test(writes, 1e100, "1e+100", `1${"0".repeat(100)}`);
test(writes, 1e-100, "1e-100", `0.${"0".repeat(99)}1`);

test("a number formatted without an exponent is parsed back to the same number", (t) => {
  fc.assert(
    fc.property(finite, (value) => {
      const text = writeFixed(value);
      t.false(text.includes("e"));
      t.is(Number(text) + 0, value + 0);
    }),
  );
});
