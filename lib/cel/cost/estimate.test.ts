import test from "ava";
import * as fc from "fast-check";

import {
  either,
  type Estimate,
  exactly,
  nothing,
  one,
  plus,
  scaled,
  sum,
  times,
  unbounded,
  unknownEstimate,
} from "./estimate.ts";

const estimate = fc
  .tuple(
    fc.integer({ min: 0, max: 2 ** 20 }),
    fc.oneof(fc.integer({ min: 0, max: 2 ** 20 }), fc.constant(unbounded)),
  )
  .map(([low, more]): Estimate => ({ min: low, max: Math.min(low + more, unbounded) }));

test("plus(), times() and either() are commutative", (t) => {
  fc.assert(
    fc.property(estimate, estimate, (left, right) => {
      t.deepEqual(plus(left, right), plus(right, left));
      t.deepEqual(times(left, right), times(right, left));
      t.deepEqual(either(left, right), either(right, left));
    }),
  );
});

test("adding zero and multiplying by one change nothing", (t) => {
  fc.assert(
    fc.property(estimate, (value) => {
      t.deepEqual(plus(value, nothing), value);
      t.deepEqual(times(value, one), value);
      t.deepEqual(scaled(value, 1), value);
      t.deepEqual(either(value, value), value);
    }),
  );
});

test("a minimum stays at or below its maximum", (t) => {
  fc.assert(
    fc.property(estimate, estimate, fc.constantFrom(0.1, 0.5, 1, 3), (left, right, factor) => {
      for (const { min, max } of [
        plus(left, right),
        times(left, right),
        either(left, right),
        scaled(left, factor),
      ]) {
        t.true(min <= max && max <= unbounded);
      }
    }),
  );
});

test("costs are capped at the maximum of 64 bits", (t) => {
  t.is(plus(unknownEstimate, unknownEstimate).max, unbounded);
  t.is(times(unknownEstimate, exactly(5)).max, unbounded);
  t.is(scaled(unknownEstimate, 3).max, unbounded);
  t.is(sum([unknownEstimate, one, unknownEstimate]).max, unbounded);
});

test("a fraction of a cost is rounded up", (t) => {
  t.deepEqual(scaled({ min: 1, max: 11 }, 0.1), { min: 1, max: 2 });
  t.deepEqual(scaled({ min: 0, max: 10 }, 0.1), { min: 0, max: 1 });
  t.deepEqual(scaled(exactly(0), 0.1), nothing);
});

test("either() covers the range of both costs", (t) => {
  t.deepEqual(either({ min: 2, max: 5 }, { min: 3, max: 9 }), { min: 2, max: 9 });
  t.deepEqual(either(nothing, unknownEstimate), unknownEstimate);
});

test("the sum of no costs is zero", (t) => {
  t.deepEqual(sum([]), nothing);
  t.deepEqual(sum([one, exactly(4), { min: 0, max: 2 }]), { min: 5, max: 7 });
});
