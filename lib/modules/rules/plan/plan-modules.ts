import { type JsonObject, stringField } from "../../../object/json.ts";
import { compareText } from "../../../object/object-ref.ts";
import { judgePlatformReleases } from "../admission/judge-platform-releases.ts";
import { handleModules } from "../enablement/reconcile-modules.ts";
import { platformState } from "../build-platform-state.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { ModuleObjects } from "../module-objects.ts";
import type { ReleaseHandling } from "../release/reconcile-release.ts";
import { type Deployment, settle, type ReleaseReconcileResult } from "../release/reconcile-releases.ts";
import { nameOf } from "../resource/metadata.ts";
import { assumedConfigs } from "./assumed-configs.ts";
import { offlineFacts, type PlanFacts } from "./plan-facts.ts";
import { type PlannedModule, plannedModule } from "./planned-module.ts";
import { type PlannedPlatform, plannedPlatform } from "./planned-platform.ts";

/** Where the rules lead from given objects, once nothing more changes. */
export interface ModulesPlan {
  /** By name. */
  readonly modules: readonly PlannedModule[];
  /** The releases of the platform, the lowest version first. */
  readonly platform: readonly PlannedPlatform[];
  /** In the order in which they were given; those that the rules have made come last, by kind and name. */
  readonly objects: readonly JsonObject[];
}

/**
 * Plans what controllers that start now would do: which modules are on, what becomes of their releases, and
 * what waiting releases of the platform are told. The objects given stay as they are. O(releases), and again
 * for each step that is deployed.
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

/** What one pass decides may be what another one needs; not without end. */
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
