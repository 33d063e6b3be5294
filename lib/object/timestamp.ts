// oxlint-disable no-restricted-globals -- reckons with times that are given, reads no clock
const timestampForm =
  /^(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * Parses a Kubernetes timestamp (RFC 3339), `2026-01-31T12:00:00Z`, to milliseconds since 1970; undefined if
 * it is invalid. Fractions of a millisecond are dropped.
 */
export function parseTimestamp(text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [, date = "", time = "", fraction = "", zone = ""] = timestampForm.exec(text) ?? [];
  // A day beyond the end of its month is parsed as one of the next month.
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) {
    return undefined;
  }
  const moment = Date.parse(`${date}T${time}.${fraction.padEnd(3, "0").slice(0, 3)}${zone.toUpperCase()}`);
  return Number.isNaN(moment) ? undefined : moment;
}

/**
 * Formats a time in UTC, to the millisecond: `2026-11-21T08:14:20.123Z`. `at` is milliseconds since 1970, in
 * the years 0 to 9999.
 */
export function formatTimestamp(at: number): string {
  return new Date(Math.floor(at)).toISOString();
}

/**
 * Formats a time as in the resources, to the second: `2026-11-21T08:14:20Z`. `at` is milliseconds since 1970.
 */
export function formatSeconds(at: number): string {
  return formatTimestamp(at).replace(/\.\d+Z$/, "Z");
}

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Reports whether the text is a valid date, `2026-01-31` (RFC 3339, full-date). */
export function isDate(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) {
    return false;
  }
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) {
    const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    return isLeap ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const timePattern = /^(\d\d):(\d\d):(\d\d)(?:[^\n]\d+)?(?:z|[+-]\d\d:\d\d)$/u;

/**
 * Reports whether the text is a time, `2026-01-31T12:00:00.5Z` (RFC 3339, date-time). As in the API server,
 * everything after a second `t` is ignored, any character may precede the fraction, and the zone may have any
 * digits.
 */
export function isDateTime(text: string): boolean {
  const [day = "", clock] = text.toLowerCase().split("t", 2);
  if (clock === undefined || !isDate(day)) {
    return false;
  }
  const [, hour = "", minute = "", second = ""] = timePattern.exec(clock) ?? ["", "99"];
  return hour <= "23" && minute <= "59" && second <= "59";
}
