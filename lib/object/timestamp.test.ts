import test from "ava";
import * as fc from "fast-check";

import { formatTimestamp, parseTimestamp, isDate, isDateTime } from "./timestamp.ts";

const moments = fc.date({
  min: new Date("0000-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59Z"),
  noInvalidDate: true,
});

test("a formatted timestamp is parsed back to the same time", (t) => {
  fc.assert(
    fc.property(moments, (moment) => {
      const at = moment.getTime();
      return parseTimestamp(moment.toISOString()) === at && parseTimestamp(formatTimestamp(at)) === at;
    }),
  );
  t.is(formatTimestamp(Date.UTC(2024, 1, 29)), "2024-02-29T00:00:00.000Z");
});

const isMoment = test.macro({
  title: (_, text: string) => `the timestamp ${text} is parsed`,
  exec: (t, text: string, expected: string) => {
    t.is(parseTimestamp(text), Date.parse(expected));
  },
});

test(isMoment, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z");
test(isMoment, "2026-01-02T04:04:05+01:00", "2026-01-02T03:04:05.000Z");
test(isMoment, "2026-01-01t22:34:05.000000-04:30", "2026-01-02T03:04:05.000Z");
test(isMoment, "2026-01-01T00:00:00.250999z", "2026-01-01T00:00:00.250Z");
test(isMoment, "2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500Z");

const isNone = test.macro({
  title: (_, text: string) => `"${text}" is not a timestamp`,
  exec: (t, text: string) => {
    t.is(parseTimestamp(text), undefined);
  },
});

test(isNone, "");
test(isNone, "tomorrow");
test(isNone, "2026-13-01T00:00:00Z");
test(isNone, "2026-02-29T00:00:00Z");
test(isNone, "2026-01-02T24:00:00Z");
test(isNone, "2026-01-02");

test("undefined is not a timestamp", (t) => {
  t.is(parseTimestamp(undefined), undefined);
});

const dates = test.macro({
  exec(t, text: string, expected: boolean) {
    t.is(isDate(text), expected);
  },
  title: (_, text: string, expected: boolean) => `"${text}" is ${expected ? "a" : "not a"} date`,
});
for (const text of ["2026-01-31", "2026-04-30", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31"]) {
  test(dates, text, true);
}
for (const text of [
  "2026-02-29",
  "1900-02-29",
  "2026-04-31",
  "2026-06-31",
  "2026-13-01",
  "2026-00-01",
  "2026-01-00",
  "2026-01-32",
  "26-01-01",
  "2026-1-1",
  "2026/01/01",
  "",
  " 2026-01-01",
  "2026-01-01\n",
]) {
  test(dates, text, false);
}

const times = test.macro({
  exec(t, text: string, expected: boolean) {
    t.is(isDateTime(text), expected);
  },
  title: (_, text: string, expected: boolean) => `"${text}" is ${expected ? "a" : "not a"} date-time`,
});
for (const text of [
  "2026-01-31T12:00:00Z",
  "2026-01-31t12:00:00z",
  "2026-01-31T23:59:59.999999999Z",
  "2026-01-31T00:00:00+01:00",
  "2026-01-31T00:00:00.5-23:59",
]) {
  test(times, text, true);
}
for (const text of [
  "2026-01-31",
  "2026-01-31 12:00:00Z",
  "2026-02-30T12:00:00Z",
  "2026-01-31T24:00:00Z",
  "2026-01-31T12:60:00Z",
  // Unlike RFC 3339, the API server does not accept leap seconds.
  "2026-01-31T23:59:60Z",
  "2026-01-31T12:00:00",
  "2026-01-31T12:00Z",
  "2026-01-31T12:00:00.Z",
  "T12:00:00Z",
  "",
]) {
  test(times, text, false);
}
