import type { UpdateWindow } from "../resource/update-policy.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** The first of January 1970 was the fifth of these. */
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const epochWeekday = 4;

/** From and until when a window stands open; milliseconds since 1970, the end not included. */
interface Opening {
  readonly from: number;
  readonly until: number;
}

/** Whether updates may be rolled out at that moment. Without windows they may at any time. */
export function isInWindow(windows: readonly UpdateWindow[], at: number): boolean {
  return windows.length === 0 || openingsOf(windows, at).some(({ from, until }) => from <= at && at < until);
}

/**
 * The first moment from `at` on when a window is open; `at` itself where one is. Undefined where none ever
 * opens, as without a day or with a time that is none. Times are UTC; a window that ends before it begins
 * ends on the next day.
 */
export function nextOpening(windows: readonly UpdateWindow[], at: number): number | undefined {
  if (isInWindow(windows, at)) {
    return at;
  }
  const starts = openingsOf(windows, at).flatMap(({ from }) => (from > at ? [from] : []));
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** From the day before, whose window may still be open, to the same day of the next week. */
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

/** `8:00` in milliseconds after midnight. */
function timeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(text) ?? [];
  const time = hours === undefined ? day + 1 : (Number(hours) * 60 + Number(minutes)) * minute;
  return time > day ? undefined : time;
}
