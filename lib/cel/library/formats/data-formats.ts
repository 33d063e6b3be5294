/** Whether the text is a UUID of any version, with hyphens or without some of them. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(text);
}

/** Whether the text is base64 with padding; an empty one is not. */
export function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text);
}

/** Whether the text is a day of the calendar: `2024-02-29`. */
export function isDate(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number);
  return (
    year !== undefined &&
    month !== undefined &&
    day !== undefined &&
    month >= 1 &&
    day >= 1 &&
    day <= daysOf(year, month)
  );
}

function daysOf(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Whether the text is a day and a time with a zone, as the server tells: any character may stand before the fraction of a second. */
export function isDateTime(text: string): boolean {
  const [day = "", time = ""] = text.toLowerCase().split("t");
  const parts = /^(\d{2}):(\d{2}):(\d{2})(?:[^\n]\d+)?(?:z|[+-]\d{2}:\d{2})$/u.exec(time);
  if (parts === null || !isDate(day)) {
    return false;
  }
  const [hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  return hour <= 23 && minute <= 59 && second <= 59;
}
