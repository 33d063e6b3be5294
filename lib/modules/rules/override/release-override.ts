import { type JsonObject } from "../../../object/json.ts";
import { refreshSource } from "../fetching/source-status.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { type ModuleObjects, deployedRelease } from "../module-objects.ts";
import { withFinalizer } from "../resource/metadata.ts";
import { moduleStateOf, withProperties } from "../resource/module-state.ts";
import { overrideFinalizer, pullOverrideOf } from "../resource/pull-override.ts";
import { withCondition } from "../resource/with-condition.ts";
import { formatVersion } from "../../../object/semver/version.ts";
import { withKeptOverride, withoutKeptOverride } from "./kept-override.ts";

/** Returns the override with the finalizer that keeps it until its module is released. */
export function holdOverride(object: JsonObject): JsonObject {
  return withFinalizer(object, overrideFinalizer, true);
}

/**
 * Releases the module from an override that is being deleted, and removes the finalizer. If the override
 * requests a rollback, the deployed release runs from now on; otherwise its image runs on until another
 * release is deployed.
 */
export function releaseOverride(name: string, objects: ModuleObjects, facts: ModuleFacts): void {
  const override = objects.get("ModulePullOverride", name);
  if (override === undefined) {
    return;
  }
  const module = objects.get("Module", name);
  if (module !== undefined && moduleStateOf(module).isOverridden) {
    const back = moduleStateOf(module).runsOverride ? takenBack(module, override, objects) : module;
    objects.put(withCondition(back, { type: "IsOverridden", status: "False" }, facts.now));
    refreshSource(moduleStateOf(module).source ?? "", objects);
  }
  objects.put(withFinalizer(override, overrideFinalizer, false));
}

function takenBack(module: JsonObject, override: JsonObject, objects: ModuleObjects): JsonObject {
  const { name, rollback } = pullOverrideOf(override);
  return rollback
    ? withProperties(withoutKeptOverride(module), { version: deployedVersion(name, objects) })
    : withKeptOverride(module, objects);
}

function deployedVersion(name: string, objects: ModuleObjects): string | undefined {
  const release = deployedRelease(name, objects);
  return release === undefined ? undefined : `v${formatVersion(release.version)}`;
}
