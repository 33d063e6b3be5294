import { CelFailure } from "../../model/expression.ts";
import { Timestamp } from "../../model/value.ts";
import { readClock } from "./civil-time.ts";

const secondsPerDay = 86_400;

/** Cached zones: creating a format costs more than using it a thousand times. */
const known = new Map<string, Intl.DateTimeFormat | undefined>();
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
  if (!known.has(zone)) {
    if (known.size >= mostKnown) {
      known.clear();
    }
    known.set(zone, makeFormat(zone));
  }
  return known.get(zone);
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
