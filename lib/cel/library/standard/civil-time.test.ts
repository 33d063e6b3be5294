import test from "ava";
import * as fc from "fast-check";

import { Timestamp } from "../../model/value.ts";
import { dayNumber, daysInMonth, readClock } from "./civil-time.ts";

const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });

test("date and time of a timestamp match those of Date in UTC", (t) => {
  fc.assert(
    fc.property(seconds, (at) => {
      const date = new Date(at * 1000);
      const {
        year,
        month,
        day,
        weekday,
        hours,
        minutes,
        seconds: second,
      } = readClock(new Timestamp(BigInt(at), 0), 0);
      t.deepEqual(
        [year, month, day, weekday, hours, minutes, second],
        [
          date.getUTCFullYear(),
          date.getUTCMonth() + 1,
          date.getUTCDate(),
          date.getUTCDay(),
          date.getUTCHours(),
          date.getUTCMinutes(),
          date.getUTCSeconds(),
        ],
      );
    }),
  );
});

test("a zone offset shifts the time, but not the fraction of a second", (t) => {
  fc.assert(
    fc.property(seconds, fc.integer({ min: -86_400, max: 86_400 }), (at, offset) => {
      t.deepEqual(
        readClock(new Timestamp(BigInt(at), 5), offset),
        readClock(new Timestamp(BigInt(at + offset), 5), 0),
      );
    }),
  );
});

test("dayNumber() counts the days since 1970", (t) => {
  fc.assert(
    fc.property(seconds, (at) => {
      const { year, month, day } = readClock(new Timestamp(BigInt(at), 0), 0);
      t.is(dayNumber(year, month, day), Math.floor(at / 86_400));
    }),
  );
});

test("the day of the year counts from 1 January", (t) => {
  fc.assert(
    fc.property(seconds, (at) => {
      const { year, month, day, dayOfYear } = readClock(new Timestamp(BigInt(at), 0), 0);
      t.is(dayOfYear, dayNumber(year, month, day) - dayNumber(year, 1, 1) + 1);
    }),
  );
});

const lengths = test.macro({
  exec(t, year: number, month: number, days: number) {
    t.is(daysInMonth(year, month), days);
  },
  title: (_, year: number, month: number, days: number) => `month ${month} of ${year} has ${days} days`,
});

test(lengths, 2023, 1, 31);
test(lengths, 2023, 2, 28);
test(lengths, 2024, 2, 29);
test(lengths, 1900, 2, 28);
test(lengths, 2000, 2, 29);
test(lengths, 2023, 4, 30);
test(lengths, 2023, 7, 31);
test(lengths, 2023, 8, 31);
test(lengths, 2023, 9, 30);
test(lengths, 2023, 12, 31);
