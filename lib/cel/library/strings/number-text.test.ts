import test from "ava";
import * as fc from "fast-check";

import { fractionOf, rounded } from "./number-text.ts";

const positive = fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 });

test("a double equals the fraction that fractionOf() returns", (t) => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-290 }), (value) => {
      const { numerator, denominator } = fractionOf(value);
      t.is(Number(numerator) / Number(denominator), value);
    }),
  );
  t.deepEqual(fractionOf(0.75), { numerator: 3n * 2n ** 51n, denominator: 2n ** 53n });
  t.deepEqual(fractionOf(5e-324), { numerator: 1n, denominator: 2n ** 1074n });
});

test("the denominator of a fraction is a power of two", (t) => {
  fc.assert(
    fc.property(positive, (value) => {
      const { denominator } = fractionOf(value);
      t.is(denominator & (denominator - 1n), 0n);
    }),
  );
});

const rounds = test.macro({
  exec(t, value: number, decimals: number, digits: string, point: number) {
    t.deepEqual(rounded(fractionOf(value), { decimals }), { digits, point });
  },
  title: (_, value: number, decimals: number, digits: string, point: number) =>
    `${value} with ${decimals} decimals is 0.${digits} × 10^${point}`,
});

test(rounds, 0, 2, "", 0);
test(rounds, 1, 0, "1", 1);
test(rounds, 100, 0, "1", 3);
test(rounds, 0.5, 0, "", 0);
test(rounds, 1.5, 0, "2", 1);
test(rounds, 2.5, 0, "2", 1);
test(rounds, 3.5, 0, "4", 1);
test(rounds, 0.125, 2, "12", 0);
test(rounds, 0.375, 2, "38", 0);
test(rounds, 0.004, 2, "", 0);
test(rounds, 0.006, 2, "1", -1);
test(rounds, 9.99, 1, "1", 2);
test(rounds, 99.95, 1, "1", 3);
test(rounds, 1234.5678, 3, "1234568", 4);
// The double of 2.675 is slightly less.
test(rounds, 2.675, 2, "267", 1);
test(rounds, 0.1, 20, "10000000000000000555", 0);
test(rounds, 5e-324, 3, "", 0);

const keeps = test.macro({
  exec(t, value: number, significant: number, digits: string, point: number) {
    t.deepEqual(rounded(fractionOf(value), { significant }), { digits, point });
  },
  title: (_, value: number, significant: number, digits: string, point: number) =>
    `${value} with ${significant} digits is 0.${digits} × 10^${point}`,
});

test(keeps, 1234.5678, 3, "123", 4);
test(keeps, 0.001_234_5, 3, "123", -2);
test(keeps, 999_999, 3, "1", 7);
test(keeps, 9.996, 3, "1", 2);
test(keeps, 1e300, 3, "1", 301);
test(keeps, 5e-324, 3, "494", -323);
test(keeps, 0.01, 1, "1", -1);
test(keeps, 0.1, 1, "1", 0);

test("at most the requested number of significant digits is kept", (t) => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: 0, max: 1e300 }),
      fc.integer({ min: 1, max: 15 }),
      (value, significant) => {
        const { digits, point } = rounded(fractionOf(value), { significant });
        t.true(digits.length <= significant);
        t.notRegex(digits, /^0|0$/v);
        const back = Number(`0.${digits === "" ? "0" : digits}e${point}`);
        t.true(Math.abs(back - value) <= 10 ** (1 - significant) * value + Number.MIN_VALUE);
      },
    ),
  );
});
