import { type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { nameOf } from "../../object/metadata.ts";
import { compareVersions, parseVersion, type Version } from "../../object/semver/version.ts";
import {
  unversionedPlatform,
  type InstalledModule,
  type PlatformState,
} from "./requirement/platform-state.ts";
import type { ModuleFacts } from "./module-facts.ts";
import type { ModuleObjects } from "./module-objects.ts";
import { noRequirements } from "./requirement/requirements.ts";
import { deckhouseReleaseOf } from "./resource/deckhouse-release.ts";
import { moduleConfigOf } from "./resource/module-config.ts";
import type { ModuleRelease } from "./resource/module-release.ts";
import { moduleStateOf, runsOverride } from "./resource/module-state.ts";

/**
 * Returns the platform state that the objects describe: the platform's version, deployed versions, and the
 * enabled and overridden modules. Of several deployed releases of a module, the highest counts. O(releases);
 * each release is parsed once.
 */
export function platformState(objects: ModuleObjects, facts: ModuleFacts): PlatformState {
  const deckhouse = facts.deckhouse ?? deckhouseVersion(objects) ?? unversionedPlatform;
  const modules = new Map<string, InstalledModule>();
  for (const name of objects.releasedModules) {
    const release = objects.releasesOf(name).findLast(({ phase }) => phase === "Deployed");
    if (release !== undefined) {
      modules.set(name, deployedModule(release, objects));
    }
  }
  for (const name of facts.embedded) {
    modules.set(name, embeddedModule(name, deckhouse, objects));
  }
  for (const [name, version] of overrides(objects)) {
    if (!facts.embedded.has(name)) {
      modules.set(name, overriddenModule(name, version, objects));
    }
  }
  return { deckhouse, kubernetes: facts.kubernetes, modules };
}

/** Returns `spec.version` of the highest DeckhouseRelease that is Deployed. */
function deckhouseVersion(objects: ModuleObjects): string | undefined {
  let highest: Version | undefined;
  for (const object of objects.all("DeckhouseRelease")) {
    const { phase, version: text } = deckhouseReleaseOf(object);
    const version = phase === "Deployed" ? parseVersion(text) : undefined;
    if (version !== undefined && (highest === undefined || compareVersions(version, highest) > 0)) {
      highest = version;
    }
  }
  return highest?.original;
}

function deployedModule(release: ModuleRelease, objects: ModuleObjects): InstalledModule {
  const { module: name, version, requirements } = release;
  const isEnabled = isModuleEnabled(name, objects);
  return { name, version: version.original, isEnabled, isOverridden: false, requirements };
}

function embeddedModule(name: string, version: string, objects: ModuleObjects): InstalledModule {
  const isEnabled = isModuleEnabled(name, objects);
  return {
    name,
    version,
    isEnabled,
    isOverridden: false,
    isEmbedded: true,
    requirements: noRequirements,
  };
}

function overriddenModule(name: string, version: string, objects: ModuleObjects): InstalledModule {
  const isEnabled = isModuleEnabled(name, objects);
  return { name, version, isEnabled, isOverridden: true, requirements: noRequirements };
}

/**
 * Reports whether a module is enabled: by the module manager's decision, else by its ModuleConfig, else
 * because it is deployed.
 */
function isModuleEnabled(name: string, objects: ModuleObjects): boolean {
  const module = objects.get("Module", name);
  const decided = module === undefined ? undefined : conditionStatus(module, "EnabledByModuleManager");
  if (decided !== undefined) {
    return decided === "True";
  }
  const config = objects.get("ModuleConfig", name);
  return (config === undefined ? undefined : moduleConfigOf(config).enabled) ?? true;
}

/** Returns the image tags of overridden modules. */
function overrides(objects: ModuleObjects): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const module of objects.all("Module")) {
    if (runsOverride(module)) {
      tags.set(nameOf(module), moduleStateOf(module).version ?? "");
    }
  }
  for (const override of objects.all("ModulePullOverride")) {
    const name = nameOf(override);
    const isReady = stringField(objectField(override, "status"), "message") === "Ready";
    if (isReady || tags.has(name)) {
      tags.set(name, stringField(objectField(override, "spec"), "imageTag") ?? "");
    }
  }
  return tags;
}

/** Reads only the status of one condition, because it is called for all modules again and again. */
function conditionStatus(object: JsonObject, type: string): string | undefined {
  const conditions = listField(objectField(object, "status"), "conditions");
  return stringField(
    conditions.find((condition) => stringField(condition, "type") === type),
    "status",
  );
}
