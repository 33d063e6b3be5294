import type { Duration } from "../object/duration.ts";
import type { Plan } from "../plan/plan.ts";
import { makeSchedule } from "../plan/schedule.ts";
import type { TimeChange } from "./set-comparison.ts";

/**
 * Returns the expected times of both plans by the durations of earlier runs, as if every object changed;
 * undefined if nothing is known about either.
 */
export function timeChange(
  base: Plan,
  head: Plan,
  durations: ReadonlyMap<string, Duration>,
): TimeChange | undefined {
  const scheduleOf = (plan: Plan): ReturnType<typeof makeSchedule> =>
    makeSchedule(plan, ({ manifest }) => durations.get(manifest.key));
  const [before, after] = [scheduleOf(base), scheduleOf(head)];
  return before.total === 0 && after.total === 0
    ? undefined
    : { before: before.total, after: after.total, path: after.path, unknown: after.unknown };
}
