import {
  field,
  type JsonObject,
  objectField,
  stringField,
  isObject,
  stringsField,
} from "../../../object/json.ts";
import { conditionOf } from "../../../readiness/condition/condition.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { type ModuleObjects, deployedRelease } from "../module-objects.ts";
import { moduleConfigOf } from "../resource/module-config.ts";
import { type ModuleState, moduleStateOf } from "../resource/module-state.ts";

/** Whether a module should be on, regardless of its requirements. */
export interface DesiredEnablement {
  readonly name: string;
  /** Whether it is requested: by a ModuleConfig, the bundle, or the platform that it is part of. */
  readonly isAsked: boolean;
  /** The source of that decision. */
  readonly by: "ModuleConfig" | "Bundle" | "Platform";
  /** Whether it is available in the edition of the platform. */
  readonly isAvailable: boolean;
  /** Whether it is on now, and since when, in milliseconds since 1970. */
  readonly isRunning: boolean;
  readonly runningSince: number;
  /** Its exclusive group, of which only one module may be on. */
  readonly group: string | undefined;
}

/** Returns the desired enablement of a module. */
export function desiredOf(name: string, objects: ModuleObjects, facts: ModuleFacts): DesiredEnablement {
  const module = objects.get("Module", name);
  const state = module === undefined ? undefined : moduleStateOf(module);
  const manager = module === undefined ? undefined : conditionOf(module, "EnabledByModuleManager");
  const accessibility = accessibilityOf({ name, state }, objects);
  return {
    name,
    ...askerOf({ name, state, accessibility }, objects, facts),
    isAvailable: isAvailable(accessibility, facts.edition),
    isRunning: manager?.status === "True",
    runningSince: manager?.since ?? facts.now,
    group: groupOf({ name, state }, objects),
  };
}

interface Known {
  readonly name: string;
  readonly state: ModuleState | undefined;
}

function askerOf(
  { name, state, accessibility }: Known & { readonly accessibility: JsonObject | undefined },
  objects: ModuleObjects,
  facts: ModuleFacts,
): Pick<DesiredEnablement, "isAsked" | "by"> {
  const config = objects.get("ModuleConfig", name);
  const enabled = config === undefined ? undefined : moduleConfigOf(config).enabled;
  if (enabled !== undefined) {
    return { isAsked: enabled, by: "ModuleConfig" };
  }
  if (facts.embedded.has(name) && accessibility === undefined) {
    return { isAsked: !isGiven(state) || state?.isAskedFor === true, by: "Platform" };
  }
  return { isAsked: isInBundle(accessibility, facts), by: "Bundle" };
}

/** Reports whether a Module has a condition about its enablement. */
function isGiven(state: ModuleState | undefined): boolean {
  return (
    state !== undefined &&
    ["EnabledByModuleConfig", "EnabledByModuleManager"].some(
      (type) => conditionOf(state.object, type) !== undefined,
    )
  );
}

/**
 * Returns `accessibility` of the deployed release; if none is deployed, that of the Module, else that of its
 * newest release.
 */
function accessibilityOf({ name, state }: Known, objects: ModuleObjects): JsonObject | undefined {
  const deployed = deployedRelease(name, objects);
  if (deployed === undefined && state?.accessibility !== undefined) {
    return state.accessibility;
  }
  const spec = objectField((deployed ?? objects.releasesOf(name).at(-1))?.object, "spec");
  return field(spec, "accessibility") === undefined ? undefined : objectField(spec, "accessibility");
}

function groupOf({ name, state }: Known, objects: ModuleObjects): string | undefined {
  const release = deployedRelease(name, objects);
  const group =
    release === undefined ? undefined : stringField(objectField(release.object, "spec"), "exclusiveGroup");
  const known = release === undefined ? state?.exclusiveGroup : group;
  return known === "" ? undefined : known;
}

/** The key for editions that are not listed. */
const otherEditions = "_default";

/**
 * Reports whether a module may be used in an edition of the platform, by `accessibility` of its definition. A
 * module that lists no editions is available in all; one that lists some is not available in the others,
 * unless `_default` says so. The empty name is a platform without editions, in which all modules are
 * available.
 */
export function isAvailable(accessibility: JsonObject | undefined, edition: string): boolean {
  if (edition === "" || Object.keys(objectField(accessibility, "editions")).length === 0) {
    return true;
  }
  return field(entryOf(accessibility, edition), "available") === true;
}

/** Returns the message about a module, or its release, that the edition does not include. */
export function unavailableIn(edition: string): string {
  return `the module is not available in the edition '${edition}'`;
}

/** Reports whether a module is enabled by default in a bundle of an edition. */
export function isInBundle(
  accessibility: JsonObject | undefined,
  { edition, bundle }: { readonly edition: string; readonly bundle: string },
): boolean {
  return (
    isAvailable(accessibility, edition) &&
    stringsField(entryOf(accessibility, edition), "enabledInBundles").includes(bundle)
  );
}

function entryOf(accessibility: JsonObject | undefined, edition: string): JsonObject {
  const editions = objectField(accessibility, "editions");
  return objectField(editions, isObject(field(editions, edition)) ? edition : otherEditions);
}
