import { field, type JsonObject } from "../../../object/json.ts";
import { type ModuleObjects, deployedRelease } from "../module-objects.ts";
import { keptTag } from "../override/kept-override.ts";
import { moduleStateOf, withProperties } from "../resource/module-state.ts";
import { moduleAt } from "./module-or-new.ts";
import { shownOfDefinition } from "./module-properties.ts";

/** The definition of a module, and where it was read. */
export interface SeenDefinition {
  readonly module: string;
  /** The content of module.yaml. */
  readonly definition: JsonObject;
  /** On the channel of the module, or in the image of an override. */
  readonly seenIn: "channel" | "override";
}

/**
 * Shows the fields of a definition in its Module, including bundles and editions: that of an override while
 * the module runs its image, that of its channel while no release is deployed. Otherwise the deployed release
 * counts, and nothing changes.
 */
export function noteDefinition({ module, definition, seenIn }: SeenDefinition, objects: ModuleObjects): void {
  const before = objects.get("Module", module);
  const isForced =
    before !== undefined && (moduleStateOf(before).runsOverride || keptTag(before, objects) !== undefined);
  const isReleased = deployedRelease(module, objects) !== undefined;
  const counts = seenIn === "override" ? isForced : !isForced && !isReleased;
  if (counts) {
    const shown = shownOfDefinition.map((name) => [name, field(definition, name) ?? undefined] as const);
    objects.put(withProperties(moduleAt(module, objects), Object.fromEntries(shown)));
  }
}
