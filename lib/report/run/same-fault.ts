import type { Target, Diagnosis } from "../../apply/model/event.ts";
import { shortRef } from "./critical-path.ts";

/** The failure of an object. */
export interface Fault {
  readonly target: Target;
  readonly message?: string | undefined;
  readonly trouble?: Diagnosis | undefined;
}

/**
 * Returns a key that is the same for objects with the same fault: their own names and those of their pods are
 * left out.
 */
export function faultKey({ target, message = "", trouble }: Fault): string {
  const pods = (trouble?.pods ?? []).map((line) => line.replace(/^pod\/[^:]*: (?:container \S+ )?/, ""));
  const logs = (trouble?.logs ?? []).flatMap(({ lines }) => lines);
  const blockers = trouble?.blockers ?? [];
  // In a pod's name the name of the object is followed by a suffix.
  const name = new RegExp(`(?<![\\w-])${RegExp.escape(target.name)}(?!\\w)`, "g");
  return [message, ...new Set(pods), ...logs, ...blockers].map((text) => text.replace(name, "*")).join("\n");
}

/** The maximum number of names listed; more are only counted. */
const shownNames = 50;

/** Formats the names of further objects: `2 more for the same reason: Job/load, Deployment/web`. */
export function namesWords(keys: readonly string[]): string {
  const rest = keys.length - shownNames;
  const names = keys.slice(0, shownNames).map(shortRef).join(", ");
  return `${keys.length} more for the same reason: ${names}${rest > 0 ? ` and ${rest} others` : ""}`;
}
