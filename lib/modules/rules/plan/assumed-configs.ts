import type { JsonObject } from "../../../object/json.ts";
import { conditionOf } from "../../../readiness/condition/condition.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";
import type { ModuleObjects } from "../module-objects.ts";

/**
 * Returns the ModuleConfigs that the files lack: without one, a module would be off unless its bundle enables
 * it. A module that has only releases is assumed to be requested; one whose Module says that a ModuleConfig
 * decides, to be enabled or disabled as it says.
 */
export function assumedConfigs(objects: ModuleObjects): readonly JsonObject[] {
  return objects.releasedModules
    .filter((module) => objects.get("ModuleConfig", module) === undefined)
    .flatMap((module) => {
      const enabled = wantedAccordingTo(objects.get("Module", module));
      return enabled === undefined ? [] : [configOf(module, enabled)];
    });
}

/** Returns whether the module is enabled; undefined if the bundle or the platform decides. */
function wantedAccordingTo(module: JsonObject | undefined): boolean | undefined {
  const asked = module === undefined ? undefined : conditionOf(module, "EnabledByModuleConfig");
  const manager = module === undefined ? undefined : conditionOf(module, "EnabledByModuleManager");
  if (asked?.reason === "Bundle" || asked?.reason === "Platform") {
    return undefined;
  }
  return (asked ?? manager)?.status !== "False";
}

function configOf(name: string, enabled: boolean): JsonObject {
  return {
    apiVersion: `${moduleGroup}/${versionOfKind.ModuleConfig}`,
    kind: "ModuleConfig",
    metadata: { name },
    spec: { enabled },
  };
}
