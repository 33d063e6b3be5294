import type { JsonObject } from "../../../object/json.ts";
import { conditionOf } from "../../../readiness/condition/condition.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";
import type { ModuleObjects } from "../module-objects.ts";

/**
 * The ModuleConfigs that files leave out: without one a module would be off unless its bundle has it on. A
 * module of which there is nothing but releases is taken to be wanted; one whose Module says that a
 * ModuleConfig decides, to be wanted as it says.
 */
export function assumedConfigs(objects: ModuleObjects): readonly JsonObject[] {
  return objects.releasedModules
    .filter((module) => objects.get("ModuleConfig", module) === undefined)
    .flatMap((module) => {
      const enabled = wantedAccordingTo(objects.get("Module", module));
      return enabled === undefined ? [] : [configOf(module, enabled)];
    });
}

/** Undefined where bundle or platform decide. */
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
