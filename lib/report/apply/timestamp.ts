const day = 86_400_000;
/** Days from 0000-03-01 to 1970-01-01. */
const daysBeforeEpoch = 719_468;
const daysOfEra = 146_097;

/**
 * A moment as RFC 3339 writes it, in UTC and to the millisecond: `2026-11-21T08:14:20.123Z`. `at` is milliseconds since
 * 1970, in the years 0 to 9999.
 *
 * The calendar is reckoned in years that begin in March, so that the leap day is the last of a year
 * (https://howardhinnant.github.io/date_algorithms.html, civil_from_days).
 */
export function formatTimestamp(at: number): string {
  const moment = Math.floor(at);
  const days = Math.floor(moment / day);
  const rest = moment - days * day;
  const clock = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1000) % 60];
  const time = clock.map((part) => pad(part, 2)).join(":");
  return `${formatDate(days + daysBeforeEpoch)}T${time}.${pad(rest % 1000, 3)}Z`;
}

function formatDate(days: number): string {
  const era = Math.floor(days / daysOfEra);
  const dayOfEra = days - era * daysOfEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`;
}

function pad(amount: number, digits: number): string {
  return String(amount).padStart(digits, "0");
}
