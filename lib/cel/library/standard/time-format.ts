import type { CelFailure } from "../../model/expression.ts";
import { CelDuration, type Timestamp } from "../../model/value.ts";
import { parseNanoseconds } from "../../../object/duration.ts";
import { dayNumber, daysInMonth, readClock } from "./civil-time.ts";
import { timestampAt } from "./timestamp-arithmetic.ts";
import { writeFixed } from "./number-format.ts";

const moment =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hours>\d\d?):(?<minutes>\d\d):(?<seconds>\d\d)(?:[.,](?<fraction>\d+))?(?:Z|(?<sign>[+\-])(?<aheadHours>\d\d):(?<aheadMinutes>\d\d))$/v;

/**
 * Parses an RFC 3339 timestamp as Go does, `2026-01-31T12:00:00.5+02:00`; a failure outside of the years 1 to
 * 9999, undefined if the text is not one.
 */
export function readTimestamp(text: string): Timestamp | CelFailure | undefined {
  const groups = moment.exec(text)?.groups;
  if (groups === undefined) {
    return undefined;
  }
  const part: Parts = (name) => Number(groups[name] ?? 0);
  const offset = readOffset(groups);
  if (!isOnClock(part) || !isOnCalendar(part) || offset === undefined) {
    return undefined;
  }
  const seconds =
    dayNumber(part("year"), part("month"), part("day")) * 86_400 +
    part("hours") * 3600 +
    part("minutes") * 60 +
    part("seconds") -
    offset;
  const nanos = BigInt((groups["fraction"] ?? "").slice(0, 9).padEnd(9, "0"));
  return timestampAt(BigInt(seconds) * 1_000_000_000n + nanos, offset);
}

type Parts = (name: string) => number;

function isOnClock(part: Parts): boolean {
  return part("hours") < 24 && part("minutes") < 60 && part("seconds") < 60;
}

function isOnCalendar(part: Parts): boolean {
  const [month, day] = [part("month"), part("day")];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(part("year"), month);
}

function readOffset(groups: Readonly<Record<string, string | undefined>>): number | undefined {
  const [hours, minutes] = [Number(groups["aheadHours"] ?? 0), Number(groups["aheadMinutes"] ?? 0)];
  const sign = groups["sign"] === "-" ? -1 : 1;
  // Some write offsets of 24 hours and of 60 minutes.
  return hours > 24 || minutes > 60 ? undefined : sign * (hours * 3600 + minutes * 60) + 0;
}

/**
 * Formats the timestamp in its original zone, with as many fractional digits as it has:
 * `2026-01-31T12:00:00.5+02:00`.
 */
export function writeTimestamp(value: Timestamp): string {
  const shown = readClock(value, value.offset);
  const fraction = String(value.nanos).padStart(9, "0").replace(/0+$/v, "");
  const date = `${String(shown.year).padStart(4, "0")}-${two(shown.month)}-${two(shown.day)}`;
  const time = `${two(shown.hours)}:${two(shown.minutes)}:${two(shown.seconds)}${fraction === "" ? "" : `.${fraction}`}`;
  return `${date}T${time}${writeOffset(value.offset)}`;
}

function writeOffset(offset: number): string {
  if (offset === 0) {
    return "Z";
  }
  const minutes = Math.trunc(Math.abs(offset) / 60);
  return `${offset < 0 ? "-" : "+"}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** Parses a duration as Go does, `1h30m`; undefined if the text is not one, or exceeds 64 bits. */
export function readDuration(text: string): CelDuration | undefined {
  const nanoseconds = parseNanoseconds(text);
  return nanoseconds === undefined ? undefined : new CelDuration(nanoseconds);
}

/** Formats a duration in seconds: `5400s`, `0.25s`. */
export function writeDuration(value: CelDuration): string {
  return `${writeFixed(inUnits(value, 1_000_000_000n))}s`;
}

/** Returns a duration in a unit of that many nanoseconds, as a double: whole units, and the rest. */
export function inUnits(value: CelDuration, unit: bigint): number {
  return Number(value.nanos / unit) + Number(value.nanos % unit) / Number(unit);
}
