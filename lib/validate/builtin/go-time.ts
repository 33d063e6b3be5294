const form = /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|[+-](\d\d):(\d\d))$/;

/** The days of the months of a leap year. */
const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reports whether Go reads the text as an RFC 3339 time. It accepts a comma for the point, an hour of one
 * digit, and zones up to 24:60.
 */
export function isTime(text: string): boolean {
  const parts = form.exec(text);
  if (parts === null) {
    return false;
  }
  const [, year, month, day, hour, minute, second, , zoneHour = 0, zoneMinute = 0] = parts.map(Number);
  return (
    isDay(year ?? 0, month ?? 0, day ?? 0) &&
    [
      [hour, 23],
      [minute, 59],
      [second, 59],
      [zoneHour || 0, 24],
      [zoneMinute || 0, 60],
    ].every(([value = 0, most = 0]) => value <= most)
  );
}

/**
 * Reports whether Go reads the text as a time with exactly six digits after the point: the `MicroTime` of
 * leases and events.
 */
export function isMicroTime(text: string): boolean {
  return /:\d\d[.,]\d{6}(?:Z|[+-])/.test(text) && isTime(text);
}

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !isLeap ? 28 : (days[month - 1] ?? 0);
  return day >= 1 && day <= last;
}
