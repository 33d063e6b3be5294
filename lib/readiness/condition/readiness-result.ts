import { plainLine } from "./single-line.ts";
import type { Readiness } from "../readiness.ts";

/** The object is as it is wanted. */
export function current(reason: string, message: string): Readiness {
  return { state: "Current", reason, message: said(message, reason) };
}

/** The object is on its way. */
export function inProgress(reason: string, message: string): Readiness {
  return { state: "InProgress", reason, message: said(message, reason) };
}

/** The object will not get there by waiting. */
export function failed(reason: string, message: string): Readiness {
  return { state: "Failed", reason, message: said(message, reason) };
}

/** The object's own state cannot be read. */
export function unknownReadiness(message: string): Readiness {
  return { state: "Unknown", reason: "Malformed", message: plainLine(message) };
}

/**
 * The message as a line; of control characters alone nothing is left, and then the reason speaks for itself.
 */
function said(message: string, reason: string): string {
  return plainLine(message) || reason;
}

/** The first that says something. */
export function firstOf(verdicts: readonly (Readiness | undefined)[]): Readiness | undefined {
  return verdicts.find((verdict) => verdict !== undefined);
}

/**
 * A number of replicas that has not come up to what is wanted: `2 of 3 replicas available`; undefined where
 * it has.
 */
export function tooFew(
  reason: string,
  count: { readonly have: number; readonly want: number; readonly what: string },
): Readiness | undefined {
  const noun = count.want === 1 ? "replica" : "replicas";
  return count.have < count.want
    ? inProgress(reason, `${count.have} of ${count.want} ${noun} ${count.what}`)
    : undefined;
}

/**
 * Replicas beyond those that are wanted: `waiting for 1 old replica to terminate`; undefined where there are
 * none.
 */
export function tooMany(have: number, want: number): Readiness | undefined {
  const extra = have - want;
  return extra > 0
    ? inProgress("ExtraPods", `waiting for ${extra} old replica${extra === 1 ? "" : "s"} to terminate`)
    : undefined;
}
