import { plainLine } from "./single-line.ts";
import type { Readiness } from "../readiness.ts";
import { count } from "../../object/message-text.ts";

/** The object is ready. */
export function current(reason: string, message: string): Readiness {
  return { state: "Current", reason, message: said(message, reason) };
}

/** The object is in progress. */
export function inProgress(reason: string, message: string): Readiness {
  return { state: "InProgress", reason, message: said(message, reason) };
}

/** The object will not become ready by waiting. */
export function failed(reason: string, message: string): Readiness {
  return { state: "Failed", reason, message: said(message, reason) };
}

/** The object's own state cannot be read. */
export function unknownReadiness(message: string): Readiness {
  return { state: "Unknown", reason: "Malformed", message: plainLine(message) };
}

/** The message as one line; if it consists of control characters only, the reason is used instead. */
function said(message: string, reason: string): string {
  return plainLine(message) || reason;
}

/** The first defined verdict. */
export function firstOf(verdicts: readonly (Readiness | undefined)[]): Readiness | undefined {
  return verdicts.find((verdict) => verdict !== undefined);
}

/** Fewer replicas than wanted: `2 of 3 replicas available`; undefined if there are enough. */
export function tooFew(
  reason: string,
  { have, want, what }: { readonly have: number; readonly want: number; readonly what: string },
): Readiness | undefined {
  return have < want ? inProgress(reason, `${have} of ${count(want, "replica")} ${what}`) : undefined;
}

/** More replicas than wanted: `waiting for 1 old replica to terminate`; undefined if there are none. */
export function tooMany(have: number, want: number): Readiness | undefined {
  const extra = have - want;
  return extra > 0
    ? inProgress("ExtraPods", `waiting for ${count(extra, "old replica")} to terminate`)
    : undefined;
}
