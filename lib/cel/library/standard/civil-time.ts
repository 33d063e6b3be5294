import { Timestamp } from "../../model/value.ts";
import { CelFailure } from "../../model/expression.ts";

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

/** Cached zones: creating a format costs more than using it a thousand times. */
const knownFormats = new Map<string, Intl.DateTimeFormat | undefined>();
const mostKnown = 64;

/**
 * Returns the offset of a time zone from UTC, in seconds, at a time in seconds since 1970: `+02:00`, or a
 * name of the IANA database, `Europe/Berlin`. A failure if there is no such zone.
 */
export function zoneOffset(zone: string, seconds: bigint): number | CelFailure {
  const colon = zone.indexOf(":");
  if (colon !== -1) {
    return writtenOffset(zone.slice(0, colon), zone.slice(colon + 1));
  }
  if (zone === "" || zone === "UTC" || zone === "Local") {
    return 0;
  }
  const format = zoneFormat(zone);
  return format === undefined
    ? new CelFailure(`unknown time zone ${zone}`)
    : offsetAt(format, Number(seconds));
}

function writtenOffset(hours: string, minutes: string): number | CelFailure {
  for (const part of [hours, minutes]) {
    if (!/^[+\-]?\d{1,18}$/v.test(part)) {
      return new CelFailure(`strconv.Atoi: parsing ${JSON.stringify(part)}: invalid syntax`);
    }
  }
  const sign = hours.startsWith("-") ? -1 : 1;
  const offset = (Number(hours) * 60 + sign * Number(minutes)) * 60;
  // Beyond any real clock; the server's result for it is meaningless.
  return Math.abs(offset) > 366 * secondsPerDay ? new CelFailure("time zone offset out of range") : offset;
}

function zoneFormat(zone: string): Intl.DateTimeFormat | undefined {
  if (!knownFormats.has(zone)) {
    if (knownFormats.size >= mostKnown) {
      knownFormats.clear();
    }
    knownFormats.set(zone, makeFormat(zone));
  }
  return knownFormats.get(zone);
}

function makeFormat(zone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Z][\w+\-]*(?:\/[\w+\-]+)*$/v.test(zone)) {
    return undefined;
  }
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    const { timeZone } = format.resolvedOptions();
    // The database is case-sensitive, Intl is not.
    return timeZone !== zone && timeZone.toLowerCase() === zone.toLowerCase() ? undefined : format;
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

function offsetAt(format: Intl.DateTimeFormat, seconds: number): number {
  const shown = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
  const local =
    (shown.get("hour") ?? 0) * 3600 + (shown.get("minute") ?? 0) * 60 + (shown.get("second") ?? 0);
  const utc = readClock(new Timestamp(BigInt(seconds), 0), 0);
  const difference = local - (utc.hours * 3600 + utc.minutes * 60 + utc.seconds);
  if (shown.get("day") === utc.day) {
    return difference;
  }
  return difference > 0 ? difference - secondsPerDay : difference + secondsPerDay;
}
