import { type JsonObject, stringField } from "../../../object/json.ts";
import { nameOf } from "../../../object/metadata.ts";
import { compareText } from "../../../object/object-ref.ts";
import { judgePlatformReleases } from "../admission/review.ts";
import { handleModules } from "../enablement/reconcile-modules.ts";
import { platformState } from "../build-platform-state.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { ModuleObjects } from "../module-objects.ts";
import type { ReleaseHandling } from "../release/reconcile-release.ts";
import { type Deployment, settle, type ReleaseReconcileResult } from "../release/reconcile-releases.ts";
import { offlineFacts, type PlanFacts } from "./plan-facts.ts";
import { type PlannedModule, plannedModule } from "./planned-module.ts";
import { conditionOf } from "../../../readiness/condition/condition.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";
import { compareVersions, parseVersion } from "../../../object/semver/version.ts";
import { type DeckhouseRelease, deckhouseReleaseOf } from "../resource/deckhouse-release.ts";

/** The state that the rules lead to from given objects, once nothing changes any more. */
export interface ModulesPlan {
  /** Sorted by name. */
  readonly modules: readonly PlannedModule[];
  /** The releases of the platform, the lowest version first. */
  readonly platform: readonly PlannedPlatform[];
  /** In the given order; those created by the rules come last, by kind and name. */
  readonly objects: readonly JsonObject[];
}

/**
 * Plans what controllers that start now would do: which modules are enabled, what happens to their releases,
 * and which messages pending releases of the platform get. The given objects are not changed. O(releases) for
 * the first pass, and again for each step that is deployed.
 */
export function planModules(given: readonly JsonObject[], facts: PlanFacts): ModulesPlan {
  const before = new ModuleObjects(given);
  const assumed = assumedConfigs(before);
  const objects = new ModuleObjects([...given, ...assumed]);
  const settlement = passUntilSettled(objects, offlineFacts(before, facts));
  for (const config of assumed) {
    objects.remove("ModuleConfig", nameOf(config));
  }
  return {
    modules: before.releasedModules.map((module) => plannedModule(module, { before, objects, settlement })),
    platform: plannedPlatform(objects),
    objects: inOrder(given, objects),
  };
}

/** The limit of passes: the decisions of one may enable those of the next. */
const mostPasses = 100;

function passUntilSettled(objects: ModuleObjects, facts: ModuleFacts): ReleaseReconcileResult {
  const deployed = new Map<string, Deployment>();
  let handlings: ReadonlyMap<string, ReleaseHandling> = new Map();
  for (let pass = 0; pass < mostPasses; pass += 1) {
    objects.settle();
    handleModules(objects, facts, pass === 0 ? { first: true } : {});
    const settlement = settle(objects, facts);
    judgePlatformReleases(objects, platformState(objects, facts));
    for (const [name, { why }] of settlement.deployed) {
      deployed.set(name, { order: deployed.size, why });
    }
    handlings = settlement.handlings;
    if (objects.changes().length === 0) {
      break;
    }
  }
  return { handlings, deployed };
}

function inOrder(given: readonly JsonObject[], objects: ModuleObjects): readonly JsonObject[] {
  const left = new Map(objects.everything().map((object) => [keyOf(object), object]));
  const ordered: JsonObject[] = [];
  for (const object of given) {
    const key = keyOf(object);
    const now = left.get(key);
    if (now !== undefined) {
      ordered.push(now);
      left.delete(key);
    }
  }
  const made = [...left].toSorted(([one], [other]) => compareText(one, other));
  return [...ordered, ...made.map(([, object]) => object)];
}

function keyOf(object: JsonObject): string {
  return `${stringField(object, "kind") ?? ""}/${nameOf(object)}`;
}

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

/** A release of the platform after a plan, which does not decide which of them is deployed. */
export type PlannedPlatform = DeckhouseRelease;

/** Returns the DeckhouseReleases, the lowest version first. */
export function plannedPlatform(objects: ModuleObjects): readonly PlannedPlatform[] {
  return objects.all("DeckhouseRelease").map(deckhouseReleaseOf).toSorted(compareReleases);
}

function compareReleases(left: DeckhouseRelease, right: DeckhouseRelease): number {
  const [one, other] = [parseVersion(left.version), parseVersion(right.version)];
  const order = one === undefined || other === undefined ? 0 : compareVersions(one, other);
  return order || compareText(left.name, right.name);
}
