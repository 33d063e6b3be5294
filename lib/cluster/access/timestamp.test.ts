import test from "ava";
import { assert, date, property } from "fast-check";

import { parseTimestamp } from "./timestamp.ts";

const day = date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59Z"),
  noInvalidDate: true,
});

test("a timestamp is the time that ECMAScript reads", (t) => {
  assert(
    property(day, (moment) => {
      t.is(parseTimestamp(moment.toISOString()), moment.getTime());
    }),
  );
  t.pass();
});

for (const text of [
  "2026-01-02T03:04:05Z",
  "2026-01-02T04:04:05+01:00",
  "2026-01-01t22:34:05.000000-04:30",
]) {
  test(`${text} is one moment, however it is written`, (t) => {
    t.is(parseTimestamp(text), Date.parse("2026-01-02T03:04:05Z"));
  });
}

for (const text of [
  "",
  "tomorrow",
  "2026-13-01T00:00:00Z",
  "2026-02-29T00:00:00Z",
  "2026-01-02T24:00:00Z",
  "2026-01-02",
]) {
  test(`"${text}" is no timestamp`, (t) => {
    t.is(parseTimestamp(text), undefined);
  });
}
