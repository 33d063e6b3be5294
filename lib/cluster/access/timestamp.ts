const form = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const dayLength = 86_400_000;

/** The time of an RFC 3339 text (`2026-01-02T03:04:05Z`) in milliseconds since 1970; undefined where it is none. */
export function parseTimestamp(text: string): number | undefined {
  const match = form.exec(text);
  if (match === null) {
    return undefined;
  }
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = "",
    sign,
    offsetHour = "0",
    offsetMinute = "0",
  ] = match;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  if (!isDate(date) || time.hour > 23 || time.minute > 59 || time.second > 60) {
    return undefined;
  }
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -1 : 1);
  const seconds = (time.hour * 60 + time.minute - offset) * 60 + time.second;
  return daysSince1970(date) * dayLength + seconds * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
}

const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day of the calendar, months and days from 1. */
interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function isDate({ year, month, day }: CalendarDay): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = month === 2 && isLeap ? 29 : monthLengths[month - 1];
  return length !== undefined && day >= 1 && day <= length;
}

/** Counts from 1 March, so that the leap day ends a year: the way of Howard Hinnant's `days_from_civil`. */
function daysSince1970({ year, month, day }: CalendarDay): number {
  const years = month <= 2 ? year - 1 : year;
  const era = Math.floor(years / 400);
  const yearOfEra = years - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
