import test from "ava";
import * as fc from "fast-check";

import { CelFailure } from "../../model/expression.ts";
import { CelDuration, Timestamp } from "../../model/value.ts";
import { moveTimestamp, spanBetween, timestampAt } from "./timestamp-arithmetic.ts";

const moment = fc
  .tuple(
    fc.bigInt({ min: -62_135_596_800n, max: 253_402_300_799n }),
    fc.integer({ min: 0, max: 999_999_999 }),
  )
  .map(([seconds, nanos]) => new Timestamp(seconds, nanos));
const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test("adding a duration to a timestamp and subtracting it again changes nothing", (t) => {
  fc.assert(
    fc.property(moment, long, (from, nanos) => {
      const moved = moveTimestamp(from, nanos);
      if (moved instanceof Timestamp) {
        t.deepEqual(moveTimestamp(moved, -nanos), from);
      } else {
        t.is(moved.message, "timestamp overflow");
      }
    }),
  );
});

test("adding the difference of two timestamps to one gives the other", (t) => {
  fc.assert(
    fc.property(moment, moment, (left, right) => {
      const span = spanBetween(left, right);
      if (span instanceof CelDuration) {
        t.deepEqual(moveTimestamp(right, span.nanos), left);
      } else {
        t.is(span.message, "integer overflow");
      }
    }),
  );
});

test("nanoseconds of a timestamp before 1970 count forwards", (t) => {
  t.deepEqual(timestampAt(-1n, 0), new Timestamp(-1n, 999_999_999));
  t.deepEqual(timestampAt(-1_000_000_000n, 0), new Timestamp(-1n, 0));
  t.deepEqual(timestampAt(1_500_000_000n, 3600), new Timestamp(1n, 500_000_000, 3600));
});

test("adding a duration keeps the time zone of a timestamp", (t) => {
  t.deepEqual(moveTimestamp(new Timestamp(10n, 0, -7200), 1_000_000_000n), new Timestamp(11n, 0, -7200));
});

test("timestamps are limited to the years 1 to 9999", (t) => {
  t.true(timestampAt(-62_135_596_800_000_000_000n, 0) instanceof Timestamp);
  t.true(timestampAt(-62_135_596_800_000_000_001n, 0) instanceof CelFailure);
  t.true(timestampAt(253_402_300_799_999_999_999n, 0) instanceof Timestamp);
  t.true(timestampAt(253_402_300_800_000_000_000n, 0) instanceof CelFailure);
});

test("a difference of timestamps beyond 64 bits of nanoseconds overflows", (t) => {
  const earliest = new Timestamp(0n, 0);
  t.deepEqual(
    spanBetween(new Timestamp(9_223_372_036n, 854_775_807), earliest),
    new CelDuration(2n ** 63n - 1n),
  );
  t.true(spanBetween(new Timestamp(9_223_372_036n, 854_775_808), earliest) instanceof CelFailure);
  t.deepEqual(
    spanBetween(earliest, new Timestamp(9_223_372_036n, 854_775_807)),
    new CelDuration(1n - 2n ** 63n),
  );
});
