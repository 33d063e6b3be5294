import { listField, objectField, stringField } from "../../../object/json.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { moduleConfigOf } from "../resource/module-config.ts";

/** Whether a condition of a Module stands at that; false where the Module is not there. */
export function moduleStands(
  objects: ModuleObjects,
  module: string,
  condition: { readonly type: string; readonly status: "True" | "False" },
): boolean {
  const conditions = listField(objectField(objects.get("Module", module), "status"), "conditions");
  const found = conditions.find((entry) => stringField(entry, "type") === condition.type);
  return stringField(found, "status") === condition.status;
}

/**
 * Whether a module is switched off: by its ModuleConfig, or where that leaves it open by what its Module
 * says. One that is asked for and off for its requirements alone is not: another release may be what it
 * lacks. Where nothing says anything it is on, for somebody has brought its releases.
 */
export function isSwitchedOff(objects: ModuleObjects, module: string): boolean {
  const config = objects.get("ModuleConfig", module);
  const enabled = config === undefined ? undefined : moduleConfigOf(config).enabled;
  return enabled === undefined ? isNotAskedFor(objects, module) : !enabled;
}

function isNotAskedFor(objects: ModuleObjects, module: string): boolean {
  const isAskedFor = moduleStands(objects, module, { type: "EnabledByModuleConfig", status: "True" });
  const conditions = ["EnabledByModuleConfig", "EnabledByModuleManager"];
  return !isAskedFor && conditions.some((type) => moduleStands(objects, module, { type, status: "False" }));
}
