const date = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Reports whether the text is a valid date, `2026-01-31` (RFC 3339, full-date). */
export function isDate(text: string): boolean {
  const [, year, month, day] = (date.exec(text) ?? []).map(Number);
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

const time = /^(\d\d):(\d\d):(\d\d)(?:[^\n]\d+)?(?:z|[+-]\d\d:\d\d)$/u;

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
  const [, hour = "", minute = "", second = ""] = time.exec(clock) ?? ["", "99"];
  return hour <= "23" && minute <= "59" && second <= "59";
}
