import { listField, objectField, stringField } from "../../../object/json.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { moduleConfigOf } from "../resource/module-config.ts";

/** Reports whether a condition of a Module has that status; false if the Module does not exist. */
export function moduleStatus(
  objects: ModuleObjects,
  module: string,
  condition: { readonly type: string; readonly status: "True" | "False" },
): boolean {
  const conditions = listField(objectField(objects.get("Module", module), "status"), "conditions");
  const found = conditions.find((entry) => stringField(entry, "type") === condition.type);
  return stringField(found, "status") === condition.status;
}

/**
 * Reports whether a module is switched off: by its ModuleConfig, or if that is undecided by its Module's
 * conditions. A module that is requested, and off only because of its requirements, is not switched off:
 * another release may meet them. Without any decision it is on, because a user has provided its releases.
 */
export function isSwitchedOff(objects: ModuleObjects, module: string): boolean {
  const config = objects.get("ModuleConfig", module);
  const enabled = config === undefined ? undefined : moduleConfigOf(config).enabled;
  return enabled === undefined ? isNotAskedFor(objects, module) : !enabled;
}

function isNotAskedFor(objects: ModuleObjects, module: string): boolean {
  const isAskedFor = moduleStatus(objects, module, { type: "EnabledByModuleConfig", status: "True" });
  const conditions = ["EnabledByModuleConfig", "EnabledByModuleManager"];
  return !isAskedFor && conditions.some((type) => moduleStatus(objects, module, { type, status: "False" }));
}
