import type { UpdateWindow } from "../resource/update-policy.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** 1 January 1970 was the fifth of these. */
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const epochWeekday = 4;

/** The start and end of an open window, in milliseconds since 1970; the end is exclusive. */
interface Opening {
  readonly from: number;
  readonly until: number;
}

/** Reports whether updates may be rolled out at that time. Without windows, they always may. */
export function isInWindow(windows: readonly UpdateWindow[], at: number): boolean {
  return windows.length === 0 || openingsOf(windows, at).some(({ from, until }) => from <= at && at < until);
}

/**
 * Returns the first time from `at` on when a window is open; `at` itself if one is. Undefined if none ever
 * opens, such as with invalid days or times. Times are UTC; a window that ends before it begins ends on the
 * next day.
 */
export function nextOpening(windows: readonly UpdateWindow[], at: number): number | undefined {
  if (isInWindow(windows, at)) {
    return at;
  }
  const starts = openingsOf(windows, at).flatMap(({ from }) => (from > at ? [from] : []));
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** Returns openings from the day before, whose window may still be open, to the same day of the next week. */
function openingsOf(windows: readonly UpdateWindow[], at: number): readonly Opening[] {
  const today = Math.floor(at / day);
  return windows.flatMap((window) => {
    const [from, to] = [timeOfDay(window.from), timeOfDay(window.to)];
    if (from === undefined || to === undefined) {
      return [];
    }
    const length = to > from ? to - from : to - from + day;
    return [-1, 0, 1, 2, 3, 4, 5, 6, 7]
      .map((offset) => today + offset)
      .filter((date) => isOpenOn(window, date))
      .map((date) => ({ from: date * day + from, until: date * day + from + length }));
  });
}

function isOpenOn({ days }: UpdateWindow, date: number): boolean {
  const weekday = weekdays[(((date + epochWeekday) % 7) + 7) % 7];
  return days.length === 0 || days.some((name) => name.slice(0, 3).toLowerCase() === weekday);
}

/** Converts `8:00` to milliseconds after midnight; undefined if the text is not a time. */
function timeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(text) ?? [];
  const time = hours === undefined ? day + 1 : (Number(hours) * 60 + Number(minutes)) * minute;
  return time > day ? undefined : time;
}
