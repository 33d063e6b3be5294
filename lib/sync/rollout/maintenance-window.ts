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

/**
 * Returns the next time from then on at which new revisions may be applied; undefined if there is none within
 * nine years.
 */
export function openingFrom(windows: readonly MaintenanceWindow[], from: number): number | undefined {
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
    for (const start of startsOn(window, dateAt(window, at)).filter((time) => time > at)) {
      end = end !== undefined && start <= end ? Math.max(end, start + window.duration) : end;
    }
  }
  return end;
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
      return at < last + window.duration ? last + window.duration : undefined;
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

/** Returns the times at which a window opens on a date, in order. */
function startsOn(window: MaintenanceWindow, date: number): readonly number[] {
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
