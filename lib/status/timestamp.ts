const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,9})?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** A moment as Kubernetes writes it, `2026-01-31T12:00:00Z`, in milliseconds since 1970; undefined where the text is none. */
export function parseTimestamp(text: string | undefined): number | undefined {
  const match = text === undefined ? null : rfc3339.exec(text);
  if (match === null) {
    return undefined;
  }
  const number = (index: number): number => Number(match[index] ?? 0);
  const day = daysSince1970(number(1), number(2), number(3));
  const offset = (match[8] === "-" ? -1 : 1) * (number(9) * 60 + number(10));
  const seconds = day * 86_400 + number(4) * 3600 + (number(5) - offset) * 60 + number(6);
  return seconds * 1000 + Math.trunc(number(7) * 1000);
}

/** Days of the Gregorian calendar, counted in years that begin in March so that a leap day comes last. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const monthFromMarch = (month + 9) % 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + Math.floor((monthFromMarch * 153 + 2) / 5) + day - 1 - 719_468;
}
