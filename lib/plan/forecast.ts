/** The forecast of a plan: how long it is expected to take, by earlier runs and by what a user supposes. */
import type { Duration } from "../object/duration.ts";
import { findObject } from "./find-object.ts";
import type { Plan } from "./plan.ts";
import { makeSchedule, type Schedule } from "./schedule.ts";
import { notFoundMessage } from "./select-manifest.ts";
import type { Supposition } from "./supposition.ts";

/** The expected course of a plan. */
export interface Forecast {
  readonly schedule: Schedule;
  /** The supposed times by reference, in the order in which they were given. */
  readonly supposed: ReadonlyMap<string, Duration>;
  /** The expected time without them; undefined if no earlier run is known. */
  readonly unsupposed: Duration | undefined;
}

/**
 * Returns the forecast of a plan by the times of earlier runs, by reference, and by suppositions; undefined
 * if neither is about an object of the plan. A supposition about an object that the plan lacks is a fault.
 */
export function forecast(
  plan: Plan,
  durations: ReadonlyMap<string, Duration>,
  suppositions: readonly Supposition[],
): Forecast | { readonly faults: readonly string[] } | undefined {
  const supposed = new Map<string, Duration>();
  const faults: string[] = [];
  for (const { object, took } of suppositions) {
    const found = findObject(plan, object);
    if (found.kind === "found") {
      supposed.set(found.ref, took);
    } else {
      faults.push(notFoundMessage(object, found, "plan"));
    }
  }
  if (faults.length > 0) {
    return { faults };
  }
  const usual = makeSchedule(plan, ({ manifest }) => durations.get(manifest.key));
  const unsupposed = usual.times.some(({ took }) => took > 0) ? usual.total : undefined;
  if (supposed.size === 0) {
    return unsupposed === undefined ? undefined : { schedule: usual, supposed, unsupposed };
  }
  const schedule = makeSchedule(
    plan,
    ({ manifest }) => supposed.get(manifest.key) ?? durations.get(manifest.key),
  );
  return { schedule, supposed, unsupposed };
}
