// oxlint-disable no-restricted-globals -- reckons with times that are given, reads no clock

/** Milliseconds of a minute, an hour and a day. */
export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Reports whether that is a time zone of the IANA database, such as `Europe/Lisbon`, or `UTC`. */
export function isTimeZone(name: string): boolean {
  // An offset such as +01:00 knows no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) {
    return false;
  }
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) {
    return known;
  }
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns the time that clocks of a zone show, as if it were UTC: milliseconds since 1970. */
export function localTime(timeZone: string, at: number): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const date = Date.UTC(part("year"), part("month") - 1, part("day"));
  return date + part("hour") * hour + part("minute") * minute + part("second") * 1000;
}

/**
 * Returns the moments at which clocks of a zone show times of one day, given as if they were UTC, in order. A
 * time that is skipped when clocks are set forward has none; one that is repeated when they are set back has
 * two.
 */
export function momentsOf(timeZone: string, date: number, times: readonly number[]): readonly number[] {
  const offsets = [date - day, date + 2 * day].map((at) => localTime(timeZone, at) - at);
  const [before = 0, after = 0] = offsets;
  if (before === after) {
    return times.map((time) => time - before);
  }
  const offsetAt = memoizedOffset(timeZone);
  const found = times.flatMap((time) =>
    offsets.map((offset) => time - offset).filter((at) => at + offsetAt(at) === time),
  );
  return found.toSorted((left, right) => left - right);
}

/** Clocks change at full quarters of an hour, and formatting a time is expensive. */
function memoizedOffset(timeZone: string): (at: number) => number {
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / (15 * minute)) * 15 * minute;
    const offset = known.get(quarter) ?? localTime(timeZone, quarter) - quarter;
    known.set(quarter, offset);
    return offset;
  };
}
