import type { JsonObject } from "../../../object/json.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";
import type { ModuleObjects } from "../module-objects.ts";

/** Returns the Module of that name, or a new, empty one that is not among the objects. */
export function moduleAt(name: string, objects: ModuleObjects): JsonObject {
  return (
    objects.get("Module", name) ?? {
      apiVersion: `${moduleGroup}/${versionOfKind.Module}`,
      kind: "Module",
      metadata: { name },
    }
  );
}
