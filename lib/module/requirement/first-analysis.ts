import { BugError } from "../../object/bug-error.ts";
import type { Landscape } from "./landscape.ts";

/** A module that is switched off since its requirements are not met. */
export interface SwitchedOff {
  readonly module: string;
  readonly reason: string;
}

/** Which enabled modules have to be switched off, those included whose mandatory dependencies are switched off by it; by name. */
export function firstAnalysis(_landscape: Landscape): readonly SwitchedOff[] {
  throw new BugError("to be written");
}
