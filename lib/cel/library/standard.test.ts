import test from "ava";
import * as fc from "fast-check";

import { CelFailure } from "../model/expression.ts";
import { type CelValue, CelDuration, Timestamp, UnsignedInt } from "../model/value.ts";
import { standardLibrary } from "./standard.ts";
import { readDouble, writeDouble } from "./standard/number-format.ts";
import { readTimestamp, writeTimestamp } from "./standard/time-format.ts";

/** Calls the overload with the id; the values must fit its parameters. */
function call(id: string, ...values: readonly CelValue[]): CelValue | CelFailure {
  const form = standardLibrary.flatMap(({ overloads }) => overloads).find((overload) => overload.id === id);
  return form?.call?.(...values) ?? new CelFailure(`no ${id}`);
}

function text(value: CelValue | CelFailure): string {
  if (value instanceof CelFailure) {
    return `! ${value.message}`;
  }
  if (value instanceof UnsignedInt) {
    return `${value.value}u`;
  }
  if (value instanceof Timestamp) {
    return writeTimestamp(value);
  }
  return value instanceof CelDuration ? `${value.nanos}ns` : writeScalar(value);
}

function writeScalar(value: CelValue): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const gives = test.macro({
  exec: (t, id: string, given: CelValue, shown: string) => {
    t.is(text(call(id, given)), shown);
  },
  title: (_, id: string, given: CelValue, shown: string) =>
    `${id} of ${JSON.stringify(text(given))} is ${shown}`,
});

test(gives, "string_to_double", "1_000.5", "1000.5");
test(gives, "string_to_double", "1__0", "! type conversion error from 'string' to 'double'");
test(gives, "string_to_double", "0x1.8p1", "3");
test(gives, "string_to_double", "1e400", "! type conversion error from 'string' to 'double'");
test(gives, "string_to_double", "-Infinity", "-Infinity");
test(gives, "string_to_int64", "+12", "12");
test(gives, "string_to_int64", "1_2", "! type conversion error from 'string' to 'int'");
test(gives, "string_to_int64", "9223372036854775808", "! type conversion error from 'string' to 'int'");
test(gives, "string_to_uint64", "18446744073709551615", "18446744073709551615u");
test(gives, "double_to_int64", -2.9, "-2");
test(gives, "double_to_int64", -(2 ** 63), "! integer overflow");
test(gives, "double_to_uint64", -1, "! unsigned integer overflow");
test(gives, "int64_to_uint64", -1n, "! unsigned integer overflow");
test(gives, "string_to_bool", "t", "true");
test(gives, "string_to_bool", "tRue", "! type conversion error from 'string' to 'bool'");
test(gives, "double_to_string", 1e6, "1e+06");
test(gives, "double_to_string", 123_456, "123456");
test(gives, "double_to_string", 0.000_01, "1e-05");
test(gives, "double_to_string", -0, "-0");
test(gives, "string_to_duration", "1h30m", "5400000000000ns");
test(
  gives,
  "string_to_duration",
  "1d",
  "! type conversion error from 'string' to 'google.protobuf.Duration'",
);
test(gives, "string_to_duration", "-9223372036854775808ns", "-9223372036854775808ns");
test(
  gives,
  "string_to_duration",
  "9223372036854775808ns",
  "! type conversion error from 'string' to 'google.protobuf.Duration'",
);
test(gives, "string_to_timestamp", "2020-01-01T1:02:03,5Z", "2020-01-01T01:02:03.5Z");
test(gives, "string_to_timestamp", "2020-01-01T00:00:00.5-07:30", "2020-01-01T00:00:00.5-07:30");
test(
  gives,
  "string_to_timestamp",
  "2021-02-29T01:02:03Z",
  "! type conversion error from 'string' to 'google.protobuf.Timestamp'",
);
test(gives, "string_to_timestamp", "0000-01-01T00:00:00Z", "! timestamp overflow");
test(gives, "string_to_timestamp", "9999-12-31T23:59:59-01:00", "! timestamp overflow");
test(gives, "int64_to_timestamp", 253_402_300_799n, "9999-12-31T23:59:59Z");
test(gives, "int64_to_timestamp", 253_402_300_800n, "! timestamp overflow");
test(gives, "duration_to_string", new CelDuration(1_500_000n), "0.0015s");
test(gives, "negate_int64", -(2n ** 63n), "! integer overflow");

const moment = new Timestamp(1_689_330_645n, 123_000_000);

const shows = test.macro({
  exec: (t, id: string, zone: string, shown: string) => {
    t.is(text(call(id, moment, zone)), shown);
  },
  title: (_, id: string, zone: string, shown: string) =>
    `${id} in the time zone ${JSON.stringify(zone)} is ${shown}`,
});

// The moment is 2023-07-14T10:30:45.123Z.
test(shows, "timestamp_to_hours_with_tz", "America/Los_Angeles", "3");
test(shows, "timestamp_to_minutes_with_tz", "Asia/Kolkata", "0");
test(shows, "timestamp_to_hours_with_tz", "-05:30", "5");
test(shows, "timestamp_to_hours_with_tz", "05:30", "16");
test(shows, "timestamp_to_hours_with_tz", "", "10");
test(shows, "timestamp_to_hours_with_tz", "us/pacific", "! unknown time zone us/pacific");
test(shows, "timestamp_to_hours_with_tz", "Nowhere/X", "! unknown time zone Nowhere/X");
test(shows, "timestamp_to_day_of_month_1_based_with_tz", "Pacific/Auckland", "14");
test(shows, "timestamp_to_seconds_tz", "UTC", "45");

test("overload ids are unique", (t) => {
  const ids = standardLibrary.flatMap(({ overloads }) => overloads.map(({ id }) => id));
  t.is(new Set(ids).size, ids.length);
});

test("overloads fail for arguments of types that they are not declared for", (t) => {
  for (const { overloads } of standardLibrary) {
    for (const { id, call: form } of overloads) {
      const outcome = id === "type" || id === "to_dyn" ? undefined : form?.(null, null);
      t.true(outcome === undefined || outcome instanceof CelFailure, id);
    }
  }
});

test("a formatted double is parsed back to the same double", (t) => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
      Object.is(readDouble(writeDouble(value)), value),
    ),
  );
  t.pass();
});

test("a formatted timestamp is parsed back to the same timestamp", (t) => {
  const seconds = fc.bigInt({ min: -62_135_500_000n, max: 253_402_200_000n });
  const minutes = fc.integer({ min: -1439, max: 1439 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 999_999_999 }), minutes, (at, nanos, offset) => {
      const written = writeTimestamp(new Timestamp(at, nanos, offset * 60));
      const read = readTimestamp(written);
      return (
        read instanceof Timestamp &&
        read.seconds === at &&
        read.nanos === nanos &&
        writeTimestamp(read) === written
      );
    }),
  );
  t.pass();
});
