// oxlint-disable no-restricted-globals -- reckons with times that are given, reads no clock
import type { Duration } from "../../object/duration.ts";
import { type CronSchedule, isOnDate, parseCron } from "./cron-schedule.ts";
import { day, hour, localTime, minute, momentsOf } from "./zoned-time.ts";

/** Times at which new revisions may be applied, or may not. */
export interface MaintenanceWindow {
  readonly kind: "allow" | "deny";
  /** The times at which it opens: a schedule of cron. */
  readonly schedule: string;
  readonly duration: Duration;
  /** A zone of the IANA database. */
  readonly timeZone: string;
}

/** Limits of the duration of a window, in milliseconds. */
export const shortestWindow: Duration = minute;
export const longestWindow: Duration = 31 * day;

/** Days in which every schedule that ever matches does so: the 29th of February may be eight years away. */
const farthest = 366 * 9;

/** Steps from one opening or end of windows to the next, of which a day has a few at most. */
const mostSteps = 20_000;

const schedules = new Map<string, CronSchedule | undefined>();

/** Parsed once: windows are plain data, and asked again and again. */
function scheduleOf({ schedule }: MaintenanceWindow): CronSchedule | undefined {
  if (!schedules.has(schedule)) {
    const parsed = parseCron(schedule);
    schedules.set(schedule, "fault" in parsed ? undefined : parsed);
  }
  return schedules.get(schedule);
}

/**
 * Reports whether new revisions may be applied at a time: in a window that allows it, if there is one, and in
 * none that denies it.
 */
export function areWindowsOpen(windows: readonly MaintenanceWindow[], at: number): boolean {
  const allowing = windows.filter(({ kind }) => kind === "allow");
  const isAllowed = allowing.length === 0 || allowing.some((window) => endOf(window, at) !== undefined);
  return isAllowed && endOfDenial(windows, at) === undefined;
}

/** The last opening that was looked for, by windows: units ask again and again while these are closed. */
const lastOpenings = new WeakMap<
  readonly MaintenanceWindow[],
  { readonly from: number; readonly opening: number | undefined }
>();

/**
 * Returns the next time from then on at which new revisions may be applied; undefined if there is none within
 * nine years.
 */
export function openingFrom(windows: readonly MaintenanceWindow[], from: number): number | undefined {
  const last = lastOpenings.get(windows);
  if (last !== undefined && last.from <= from && from < (last.opening ?? last.from + day)) {
    return last.opening;
  }
  const opening = findOpening(windows, from);
  lastOpenings.set(windows, { from, opening });
  return opening;
}

function findOpening(windows: readonly MaintenanceWindow[], from: number): number | undefined {
  const allowing = windows.filter(({ kind }) => kind === "allow");
  let at: number | undefined = from;
  for (let step = 0; step < mostSteps && at !== undefined && at < from + farthest * day; step += 1) {
    if (areWindowsOpen(windows, at)) {
      return at;
    }
    at = endOfDenials(windows, at) ?? earliest(allowing.map((window) => startAfter(window, at ?? from)));
  }
  return undefined;
}

/** Returns the end of windows that deny and follow each other without a gap, those of one day at least. */
function endOfDenials(windows: readonly MaintenanceWindow[], at: number): number | undefined {
  let end = endOfDenial(windows, at);
  for (const window of end === undefined ? [] : windows.filter(({ kind }) => kind === "deny")) {
    const starts = startsOn(window, dateAt(window, at)).filter((time) => time > at);
    end = end === undefined ? end : extended(end, window, starts);
  }
  return end;
}

/** Returns the end of a time to which windows that begin before it are added. */
function extended(end: number, window: MaintenanceWindow, starts: readonly number[]): number {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined || first > end) {
    return end;
  }
  return isWholeDays(window)
    ? Math.max(end, endAfter(window, last))
    : starts.reduce((reach, at) => (at <= reach ? Math.max(reach, at + window.duration) : reach), end);
}

function isWholeDays({ kind, duration }: MaintenanceWindow): boolean {
  return kind === "deny" && duration % day === 0;
}

/**
 * Returns the end of a window that begins then. One that denies whole days ends at the same time of the day:
 * a day may have 23 or 25 hours.
 */
function endAfter(window: MaintenanceWindow, start: number): number {
  const { duration, timeZone } = window;
  if (!isWholeDays(window)) {
    return start + duration;
  }
  const end = localTime(timeZone, start) + duration;
  return momentsOf(timeZone, Math.floor(end / day) * day, [end]).at(-1) ?? start + duration;
}

function endOfDenial(windows: readonly MaintenanceWindow[], at: number): number | undefined {
  const ends = windows.filter(({ kind }) => kind === "deny").flatMap((window) => endOf(window, at) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Returns when a window that is open at a time ends, by its last opening; undefined if it is closed. */
function endOf(window: MaintenanceWindow, at: number): number | undefined {
  const today = dateAt(window, at);
  // A day may have 25 hours.
  for (let back = -1; back <= Math.ceil((window.duration + hour) / day); back += 1) {
    const last = startsOn(window, today - back * day).findLast((start) => start <= at);
    if (last !== undefined) {
      const end = endAfter(window, last);
      return at < end ? end : undefined;
    }
  }
  return undefined;
}

function startAfter(window: MaintenanceWindow, at: number): number | undefined {
  const today = dateAt(window, at);
  for (let ahead = -1; ahead <= farthest; ahead += 1) {
    const next = startsOn(window, today + ahead * day).find((start) => start > at);
    if (next !== undefined) {
      return next;
    }
  }
  return undefined;
}

/** Returns the date in the zone of the window, as midnight in UTC. */
function dateAt({ timeZone }: MaintenanceWindow, at: number): number {
  return Math.floor(localTime(timeZone, at) / day) * day;
}

/** The times at which a window opens on the last dates that were asked about. */
const lastStarts = new WeakMap<MaintenanceWindow, Map<number, readonly number[]>>();
const mostDates = 4;

/** Returns the times at which a window opens on a date, in order. */
function startsOn(window: MaintenanceWindow, date: number): readonly number[] {
  const dates = lastStarts.get(window) ?? new Map<number, readonly number[]>();
  const known = dates.get(date);
  if (known !== undefined) {
    return known;
  }
  const starts = findStarts(window, date);
  if (starts.length > 0) {
    lastStarts.set(window, dates.set(date, starts));
    for (const old of [...dates.keys()].slice(0, -mostDates)) {
      dates.delete(old);
    }
  }
  return starts;
}

function findStarts(window: MaintenanceWindow, date: number): readonly number[] {
  const schedule = scheduleOf(window);
  const calendar = new Date(date);
  const parts = {
    day: calendar.getUTCDate(),
    month: calendar.getUTCMonth() + 1,
    weekday: calendar.getUTCDay(),
  };
  if (schedule === undefined || !isOnDate(schedule, parts)) {
    return [];
  }
  const { hours, minutes } = schedule;
  const times = hours.flatMap((one) => minutes.map((other) => date + one * hour + other * minute));
  return momentsOf(window.timeZone, date, times);
}
