import { BugError } from "../../object/bug-error.ts";
import type { Candidate, Landscape } from "./landscape.ts";

/** Why a release may not be installed or updated to: `current deckhouse version is not suitable: …`; undefined where it may. */
export function unmetByRelease(_candidate: Candidate, _landscape: Landscape): string | undefined {
  throw new BugError("to be written");
}
