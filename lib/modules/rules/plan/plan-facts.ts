import { conditionOf } from "../../../readiness/condition/condition.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { type ModuleObjects, deployedRelease } from "../module-objects.ts";
import { artifactVersion, suspendedMessage } from "../release/evaluate-release.ts";
import { moduleStateOf } from "../resource/module-state.ts";
import { nameOf } from "../../../object/metadata.ts";

/**
 * Inputs of a plan other than the objects. Files are assumed to be pulled, and modules to be ready unless
 * their Module says otherwise.
 */
export type PlanFacts = Omit<ModuleFacts, "isReady" | "artifactOf">;

/** Returns the facts for the rules, as far as the initial objects of the plan provide them. */
export function offlineFacts(objects: ModuleObjects, facts: PlanFacts): ModuleFacts {
  const faults = suspensions(objects);
  const unready = unreadyModules(objects);
  return {
    ...facts,
    embedded: new Set([...facts.embedded, ...embeddedModules(objects)]),
    isReady: (module, version) => !unready.has(`${module}/${version}`),
    artifactOf: (module, version) => {
      const settingsFault = faults.get(`${module}/${version}`);
      return settingsFault === undefined ? { state: "here" } : { state: "here", settingsFault };
    },
  };
}

/**
 * Whether settings fit a version is unknown offline: releases that were suspended because of them stay so.
 */
function suspensions(objects: ModuleObjects): ReadonlyMap<string, string> {
  const releases = objects.releasedModules.flatMap((module) => objects.releasesOf(module));
  return new Map(
    releases
      .filter(({ phase, message }) => phase === "Suspended" && message.startsWith(suspendedMessage))
      .map((release) => [
        `${release.module}/${artifactVersion(release)}`,
        release.message.slice(suspendedMessage.length),
      ]),
  );
}

/**
 * Returns the deployed versions whose Module is not ready. Versions deployed in the course of the plan are
 * assumed to be ready.
 */
function unreadyModules(objects: ModuleObjects): ReadonlySet<string> {
  const unready = new Set<string>();
  for (const object of objects.all("Module")) {
    const name = nameOf(object);
    const release = deployedRelease(name, objects);
    if (release !== undefined && conditionOf(object, "IsReady")?.status === "False") {
      unready.add(`${name}/${artifactVersion(release)}`);
    }
  }
  return unready;
}

function embeddedModules(objects: ModuleObjects): readonly string[] {
  return objects
    .all("Module")
    .filter((module) => moduleStateOf(module).isEmbedded)
    .map((module) => nameOf(module));
}
