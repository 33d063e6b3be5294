// oxlint-disable no-restricted-globals -- reckons with times that are given, reads no clock

/** Milliseconds of a minute, an hour and a day. */
export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;
const quarter = 15 * minute;
const week = 7 * day;

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
  return at + offsetAt(timeZone, at);
}

/**
 * Returns what clocks of a zone are ahead of UTC, in milliseconds. Formatting a time is expensive, so that it
 * is done once a week, and once a quarter of an hour in weeks in which clocks are set: they change at full
 * quarters, and not there and back within a week.
 */
function offsetAt(timeZone: string, at: number): number {
  const begin = Math.floor(at / week) * week;
  const before = knownOffset(timeZone, begin);
  return before === knownOffset(timeZone, begin + week)
    ? before
    : knownOffset(timeZone, Math.floor(at / quarter) * quarter);
}

const mostOffsets = 10_000;
const offsets = new Map<string, Map<number, number>>();

function knownOffset(timeZone: string, at: number): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  const offset = known.get(at) ?? formattedTime(timeZone, at) - at;
  if (known.size >= mostOffsets) {
    known.clear();
  }
  offsets.set(timeZone, known.set(at, offset));
  return offset;
}

/** Returns a local time of whole seconds. */
function formattedTime(timeZone: string, at: number): number {
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
  const before = offsetAt(timeZone, date - day);
  const after = offsetAt(timeZone, date + 2 * day);
  if (before === after) {
    return times.map((time) => time - before);
  }
  const found = times.flatMap((time) =>
    [before, after].map((offset) => time - offset).filter((at) => localTime(timeZone, at) === time),
  );
  return found.toSorted((left, right) => left - right);
}
