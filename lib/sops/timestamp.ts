const date = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|(?=[Tt ]))/;
/** With `T` a time has a zone, with a space it has none. */
const time =
  /(?:^[Tt](?=.*(?:Z|[+-]\d\d:\d\d)$)|^ (?!.*[-+Z]))(\d{1,2}):(\d{1,2}):(\d{1,2})([.,]\d+)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * `2024-1-2` → `2024-01-02T00:00:00Z`: a plain scalar that go-yaml v3 reads as a time, in RFC 3339 as Go
 * writes it; undefined for any other text.
 */
export function timestampText(text: string): string | undefined {
  const [whole = "", ...day] = date.exec(text) ?? [];
  const rest = text.slice(whole.length);
  const clock = rest === "" ? "00:00:00Z" : clockText(rest);
  return whole === "" || !isDay(day.map(Number)) || clock === undefined
    ? undefined
    : `${day.map(twoDigits).join("-")}T${clock}`;
}

/** The units of a clock, each below its limit. */
const limits = [24, 60, 60];

function clockText(text: string): string | undefined {
  const match = time.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, hour = "", minute = "", second = "", fraction = "", zone = ""] = match;
  const clock = [hour, minute, second];
  if (clock.some((digits, unit) => Number(digits) >= (limits[unit] ?? 0))) {
    return undefined;
  }
  const written = `${clock.map(twoDigits).join(":")}${nanoseconds(fraction)}`;
  return zone === "" || zone.endsWith("00:00") ? `${written}Z` : `${written}${zone}`;
}

/** Without zeros at its end. */
function nanoseconds(fraction: string): string {
  return fraction
    .slice(0, 10)
    .replace(",", ".")
    .replace(/\.?0*$/, "");
}

function twoDigits(digits: string): string {
  return digits.padStart(2, "0");
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay([year = 0, month = 0, day = 0]: readonly number[]): boolean {
  const leapDay = month === 2 && isLeap(year) ? 1 : 0;
  return day >= 1 && day <= (daysOfMonths[month - 1] ?? 0) + leapDay;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
