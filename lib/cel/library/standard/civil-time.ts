import type { Timestamp } from "../../model/value.ts";

/** A calendar date and a time of day. */
export interface CivilTime {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** The day of the month, from 1. */
  readonly day: number;
  /** From 1. */
  readonly dayOfYear: number;
  /** From 0, a Sunday. */
  readonly weekday: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly nanos: number;
}

const secondsPerDay = 86_400;
const daysPerEra = 146_097;
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/**
 * Returns the civil time at an offset of that many seconds ahead of UTC, in the proleptic Gregorian calendar.
 */
export function readClock(moment: Timestamp, offset: number): CivilTime {
  const local = Number(moment.seconds) + offset;
  const days = Math.floor(local / secondsPerDay);
  const time = local - days * secondsPerDay;
  const { year, month, day } = readCalendar(days);
  return {
    year,
    month,
    day,
    dayOfYear: (daysBefore[month - 1] ?? 0) + day + (month > 2 && isLeapYear(year) ? 1 : 0),
    // 1 January 1970 was a Thursday.
    weekday: (((days + 4) % 7) + 7) % 7,
    hours: Math.floor(time / 3600),
    minutes: Math.floor(time / 60) % 60,
    seconds: time % 60,
    nanos: moment.nanos,
  };
}

/** Returns the number of days from 1970 to a date of any year. */
export function dayNumber(year: number, month: number, day: number): number {
  // Years are counted from March here, so that the leap day comes last.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - 719_468;
}

function readCalendar(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  };
}

/** Returns the number of days of a month. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    return isLeapYear(year) ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
