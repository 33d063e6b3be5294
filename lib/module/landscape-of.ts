import { BugError } from "../object/bug-error.ts";
import type { ModuleFacts } from "./module-facts.ts";
import type { ModuleObjects } from "./module-objects.ts";
import type { Landscape } from "./requirement/landscape.ts";

/** The landscape that objects make: platform, deployed versions, what is enabled and what is overridden. */
export function landscapeOf(_objects: ModuleObjects, _facts: ModuleFacts): Landscape {
  throw new BugError("to be written");
}
