import test from "ava";
import * as fc from "fast-check";

import { parseTimestamp } from "./timestamp.ts";

test("a moment is read as it was written", (t) => {
  const date = fc.date({
    min: new Date("0000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(fc.property(date, (moment) => t.is(parseTimestamp(moment.toISOString()), moment.getTime())));
});

test("a moment may name its distance from UTC", (t) => {
  t.is(parseTimestamp("2026-01-01T02:30:00+02:30"), Date.UTC(2026, 0, 1));
  t.is(parseTimestamp("2025-12-31T23:00:00-01:00"), Date.UTC(2026, 0, 1));
});

test("a moment to the microsecond is read to the millisecond", (t) => {
  t.is(parseTimestamp("2026-01-01T00:00:00.250999Z"), Date.UTC(2026, 0, 1, 0, 0, 0, 250));
});

test("what is no moment is none", (t) => {
  t.is(parseTimestamp("yesterday"), undefined);
  t.is(parseTimestamp(undefined), undefined);
});
