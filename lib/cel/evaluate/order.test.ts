import test from "ava";
import * as fc from "fast-check";

import { CelFailure } from "../model/expression.ts";
import { celList, type CelValue, CelDuration, Timestamp, UnsignedInt } from "../model/value.ts";
import { sameValue } from "./equality.ts";
import { orderNumbers, orderValues } from "./order.ts";

const number: fc.Arbitrary<CelValue> = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -3n, max: 3n }),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => new UnsignedInt(value)),
  fc.bigInt({ min: 0n, max: 3n }).map((value) => new UnsignedInt(value)),
  fc.double({ noNaN: true }),
);

test("numbers of all types have a consistent order, and are equal if neither is less", (t) => {
  fc.assert(
    fc.property(number, number, (left, right) => {
      const forward = orderNumbers(left, right) ?? Number.NaN;
      const backward = orderNumbers(right, left) ?? Number.NaN;
      t.is(Math.sign(forward) + Math.sign(backward), 0);
      t.is(forward === 0, sameValue(left, right));
    }),
  );
});

test("integers beyond the precision of doubles are distinguished", (t) => {
  t.true((orderNumbers(2n ** 53n, new UnsignedInt(2n ** 53n + 1n)) ?? 0) < 0);
  t.true((orderNumbers(2n ** 63n - 1n, 2n ** 63n - 2n) ?? 0) > 0);
  t.true((orderNumbers(-1n, new UnsignedInt(2n ** 64n - 1n)) ?? 0) < 0);
});

test("NaN has no order with any number", (t) => {
  t.is(orderNumbers(Number.NaN, 1n), undefined);
  t.is(orderNumbers(1, Number.NaN), undefined);
  t.is(orderNumbers(Number.NaN, Number.NaN), undefined);
});

const ordered: readonly (readonly [what: string, values: readonly CelValue[]])[] = [
  ["booleans", [false, true]],
  ["strings", ["", "A", "a", "aa", "b", "é", "\uffee", "😀"]],
  ["bytes", [new Uint8Array(0), Uint8Array.of(1), Uint8Array.of(1, 0), Uint8Array.of(2), Uint8Array.of(255)]],
  ["durations", [new CelDuration(-1n), new CelDuration(0n), new CelDuration(1n)]],
  [
    "timestamps",
    [new Timestamp(-1n, 999_999_999), new Timestamp(0n, 0), new Timestamp(0n, 1), new Timestamp(1n, 0)],
  ],
  ["numbers", [-Infinity, -1n, 0, new UnsignedInt(1n), 1.5, 2n, 2 ** 64, Infinity]],
];
for (const [what, values] of ordered) {
  test(`${what} are ordered`, (t) => {
    for (const [i, left] of values.entries()) {
      for (const [j, right] of values.entries()) {
        const order = orderValues(left, right);
        t.is(typeof order === "number" ? Math.sign(order) : order, Math.sign(i - j));
      }
    }
  });
}

test("the zone of a timestamp does not affect its order", (t) => {
  t.is(orderValues(new Timestamp(5n, 0, 3600), new Timestamp(5n, 0, -3600)), 0);
});

test("comparing values of different types fails, and null and lists have no order", (t) => {
  t.true(orderValues("a", 1n) instanceof CelFailure);
  t.true(orderValues(1n, "a") instanceof CelFailure);
  t.true(orderValues(true, null) instanceof CelFailure);
  t.true(orderValues(new CelDuration(1n), new Timestamp(0n, 0)) instanceof CelFailure);
  t.is(orderValues(null, null), undefined);
  t.is(orderValues(celList([]), celList([])), undefined);
});
