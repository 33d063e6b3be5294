import test from "ava";
import * as fc from "fast-check";

import { approximateProduct, comparedDecimals, type Decimal, sumOf } from "./decimal.ts";

const decimal = (digits: bigint, exponent: number): Decimal => ({ digits, exponent });

const compares = test.macro((t, left: Decimal, right: Decimal, sign: number) => {
  t.is(Math.sign(comparedDecimals(left, right)), sign);
  t.is(Math.sign(comparedDecimals(right, left)), sign === 0 ? 0 : -sign);
});
test("equal values with different exponents are equal", compares, decimal(1n, 3), decimal(1000n, 0), 0);
test("zero is equal to zero with any exponent", compares, decimal(0n, 5), decimal(0n, -5), 0);
test("a larger exponent is greater", compares, decimal(1n, 1), decimal(9n, 0), 1);
test(
  "of negative numbers the one with the larger magnitude is less",
  compares,
  decimal(-1n, 1),
  decimal(-9n, 0),
  -1,
);
test("a negative number is less than zero", compares, decimal(-1n, -9), decimal(0n, 0), -1);
test(
  "numbers of the same length are compared up to their last digit",
  compares,
  decimal(12_345n, -2),
  decimal(12_346n, -2),
  -1,
);
test(
  "numbers with exponents far apart are compared",
  compares,
  decimal(1n, 1_000_000),
  decimal(9n, -1_000_000),
  1,
);

test("decimals are compared and added like integers with a common exponent", (t) => {
  const drawn = fc.record({
    digits: fc.bigInt({ min: -999n, max: 999n }),
    exponent: fc.integer({ min: -4, max: 4 }),
  });
  fc.assert(
    fc.property(drawn, drawn, (left, right) => {
      const [a, b] = [left, right].map(({ digits, exponent }) => digits * 10n ** BigInt(exponent + 4));
      const expected = a === b ? 0 : Number((a ?? 0n) > (b ?? 0n)) * 2 - 1;
      t.is(Math.sign(comparedDecimals(left, right)), expected);
      const sum = sumOf(left, right);
      t.is((sum?.digits ?? 0n) * 10n ** BigInt((sum?.exponent ?? 0) + 4), (a ?? 0n) + (b ?? 0n));
    }),
  );
});

test("a sum has the smaller exponent, and is undefined if the exponents are too far apart", (t) => {
  t.deepEqual(sumOf(decimal(1n, 3), decimal(5n, -1)), decimal(10_005n, -1));
  t.not(sumOf(decimal(1n, 10_000), decimal(1n, 0)), undefined);
  t.is(sumOf(decimal(1n, 10_001), decimal(1n, 0)), undefined);
});

const approximates = test.macro({
  exec(t, digits: bigint, exponent: number, expected: number) {
    t.is(approximateProduct(decimal(digits, exponent)), expected);
  },
  title: (_, digits: bigint, exponent: number, expected: number) =>
    `${digits}e${exponent} is about ${expected}`,
});
test(approximates, 5n, 0, 5);
test(approximates, 15n, -1, 1.5);
test(approximates, -2n, 3, -2000);
test(approximates, 1n, 308, 1e308);
test(approximates, 1n, 309, Number.POSITIVE_INFINITY);
test(approximates, -1n, 309, Number.NEGATIVE_INFINITY);
test(approximates, 7n, -324, 0);
