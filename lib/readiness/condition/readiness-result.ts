import type { Readiness } from "../readiness.ts";
import { count } from "../../object/message-text.ts";
import { type JsonValue, type Path, valueAt } from "../../object/json.ts";

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

/** Work on the object is paused on request: it is neither ready nor failed. */
export function suspended(reason: string, message: string): Readiness {
  return { state: "Suspended", reason, message: said(message, reason) };
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

/** The integer at the path; undefined if there is none. */
export function integerAt(value: JsonValue | undefined, path: Path): number | undefined {
  const found = valueAt(value, path);
  if (typeof found === "bigint") {
    return Number(found);
  }
  return typeof found === "number" && Number.isInteger(found) ? found : undefined;
}

/** The count in that field of the object's status; 0 if absent. */
export function statusCount(object: JsonValue, name: string): number {
  return integerAt(object, ["status", name]) ?? 0;
}

/** The number of replicas an object asks for; Kubernetes defaults it to 1. */
export function wantedReplicas(object: JsonValue): number {
  return integerAt(object, ["spec", "replicas"]) ?? 1;
}

const longest = 300;

/** Line breaks, other control characters, and bidirectional formatting characters. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * A text from the cluster as one line of a message: control characters and line breaks become spaces, runs of
 * spaces collapse, a final full stop is dropped, and text beyond 300 characters is replaced by `…`.
 * Complexity: O(length).
 */
export function plainLine(text: string): string {
  const head = text.slice(0, 4 * longest);
  const line = head.replaceAll(unprintable, " ").replaceAll(/ {2,}/g, " ").trim().toWellFormed();
  const sentence = line.endsWith(".") && !line.endsWith("..") ? line.slice(0, -1) : line;
  if (sentence.length <= longest && text.length === head.length) {
    return sentence;
  }
  return `${sentence.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const word = /^[A-Za-z][A-Za-z0-9_,:.-]{0,99}$/;

/** A reason from the cluster if it is a word as in conditions, otherwise `otherwise`. */
export function reasonWord(text: string, otherwise: string): string {
  return word.test(text) ? text : otherwise;
}
