import test from "ava";
import { assert, constantFrom, integer, property, tuple } from "fast-check";

import {
  addQuantities,
  approximateNumber,
  compareQuantities,
  integerOf,
  parseQuantity,
  type Quantity,
  signOf,
  subtractQuantities,
} from "./quantity.ts";

function quantity(text: string): Quantity {
  const found = parseQuantity(text);
  if ("fault" in found) {
    throw new Error(`${text}: ${found.fault}`);
  }
  return found;
}

const refused = test.macro<[string, string]>({
  exec(t, text, fault) {
    t.like(parseQuantity(text), { fault });
  },
  title: (_, text) => `"${text}" is not a quantity`,
});

const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const suffix = "unable to parse quantity's suffix";
test(refused, "", format);
test(refused, "1x", format);
test(refused, "1 Gi", format);
test(refused, "1.2.3", format);
test(refused, "1.5Gii", suffix);
test(refused, "1K", suffix);
test(refused, "1e", suffix);
test(refused, "1e99999999999999999999", suffix);
test(refused, ".e-10", "unable to parse numeric part of quantity");

const ordered = test.macro<[string, string]>({
  exec(t, less, more) {
    t.true(compareQuantities(quantity(less), quantity(more)) < 0);
    t.true(compareQuantities(quantity(more), quantity(less)) > 0);
  },
  title: (_, less, more) => `${less} is less than ${more}`,
});

test(ordered, "1G", "1Gi");
test(ordered, "-1", "0");
test(ordered, "999m", "1");
test(ordered, "9007199254740993", "9007199254740994");
test(ordered, "99999999999999999999", "100000000000000000000");
test(ordered, "1e-300", "1e300");
test(ordered, "1", "1e1000000000");

const equal = test.macro<[string, string]>({
  exec(t, left, right) {
    t.is(compareQuantities(quantity(left), quantity(right)), 0);
  },
  title: (_, left, right) => `${left} equals ${right}`,
});

test(equal, "1.5Gi", "1536Mi");
test(equal, "0.1", "100m");
test(equal, "+1e3", "1k");
test(equal, ".5", "500m");
test(equal, "-", "0");
test(equal, "0.0000000001", "1n");
test(equal, "1000Ei", "9223372036854775807");

const whole = test.macro<[string, bigint | undefined]>({
  exec(t, text, expected) {
    t.is(integerOf(quantity(text)), expected);
  },
  title: (_, text, expected) => `${text} as an integer is ${expected ?? "none"}`,
});

test(whole, "200M", 200_000_000n);
test(whole, "1.0", undefined);
test(whole, "1.5k", 1500n);
test(whole, "9E", 9_000_000_000_000_000_000n);
test(whole, "10E", undefined);
test(whole, "9223372036854775807", undefined);
test(whole, "0e2000000000", 0n);

test("a quantity has a sign and an approximate number", (t) => {
  t.is(signOf(quantity("-5m")), -1n);
  t.is(approximateNumber(quantity("1.5")), 1.5);
  t.is(approximateNumber(quantity("1e400")), Number.POSITIVE_INFINITY);
});

test("the sum of quantities too far apart in magnitude is undefined", (t) => {
  t.is(addQuantities(quantity("1"), quantity("1e100000")), undefined);
});

const amount = tuple(integer(), constantFrom("", "m", "k", "Mi", "G", "n", "e3")).map(([number, unit]) =>
  quantity(`${number}${unit}`),
);

test("subtracting an added quantity restores the original", (t) => {
  const law = property(amount, amount, (left, right) => {
    const sum = addQuantities(left, right);
    const back = sum === undefined ? undefined : subtractQuantities(sum, right);
    return back !== undefined && compareQuantities(back, left) === 0;
  });
  t.notThrows(() => assert(law));
});
