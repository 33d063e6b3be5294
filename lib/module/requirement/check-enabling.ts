import { BugError } from "../../object/bug-error.ts";
import type { Candidate, Landscape } from "./landscape.ts";

/** Why a module may not be enabled at that version; undefined where it may. */
export function unmetByEnabling(_candidate: Candidate, _landscape: Landscape): string | undefined {
  throw new BugError("to be written");
}
