import test from "ava";
import * as fc from "fast-check";

import { formatTimestamp, parseTimestamp } from "./timestamp.ts";

const moments = fc.date({
  min: new Date("0000-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59Z"),
  noInvalidDate: true,
});

test("a moment is read as it was written", (t) => {
  fc.assert(
    fc.property(moments, (moment) => {
      const at = moment.getTime();
      return parseTimestamp(moment.toISOString()) === at && parseTimestamp(formatTimestamp(at)) === at;
    }),
  );
  t.is(formatTimestamp(Date.UTC(2024, 1, 29)), "2024-02-29T00:00:00.000Z");
});

const isMoment = test.macro({
  title: (_, text: string) => `${text} is read`,
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
  title: (_, text: string) => `"${text}" is no timestamp`,
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

test("what is not there is no timestamp", (t) => {
  t.is(parseTimestamp(undefined), undefined);
});
