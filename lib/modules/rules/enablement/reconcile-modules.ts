import { append } from "../../../object/append.ts";
import type { JsonObject } from "../../../object/json.ts";
import { nameOf } from "../../../object/metadata.ts";
import { compareText } from "../../../object/object-ref.ts";
import { conditionOf } from "../../../readiness/condition/condition.ts";
import { addSourceFinalizer, namesIn } from "../fetching/source-status.ts";
import { platformState } from "../build-platform-state.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { keptTag } from "../override/kept-override.ts";
import type { PlatformState } from "../requirement/platform-state.ts";
import { noRequirements } from "../requirement/requirements.ts";
import { withProperties } from "../resource/module-state.ts";
import { type ConditionUpdate, withCondition } from "../resource/metadata.ts";
import { decideEnabled, type Enabled } from "./decide-enabled.ts";
import { moduleAt, modulePropertiesOf } from "./module-properties.ts";
import { endRetention } from "./retention.ts";
import { type DesiredEnablement, desiredOf } from "./desired-enablement.ts";

/** The result of reconciling the modules. */
export interface ModulesAnswer {
  /**
   * When releases of a module that is not requested are removed next, in milliseconds since 1970; undefined
   * if there are none to remove.
   */
  readonly waits?: number;
}

/**
 * Creates and updates the Module of every module that a source lists, that has releases, or that is part of
 * the platform: its source, the version that runs, whether it is requested (EnabledByModuleConfig) and
 * whether it is on (EnabledByModuleManager), with the reason if it is not. Releases of modules that were not
 * requested for 72 hours are removed. If no Module has a decision yet, all are analysed from scratch, as
 * after a first start. Without new input, nothing changes. O(modules × dependencies), and O(releases) for the
 * deployed versions.
 */
export function handleModules(
  objects: ModuleObjects,
  facts: ModuleFacts,
  { first }: { readonly first?: boolean } = {},
): ModulesAnswer {
  const sources = sourcesByModule(objects);
  const desiredModules = namesOf(sources, objects, facts).map((name) => desiredOf(name, objects, facts));
  const idle = desiredModules.filter(({ isAsked }) => !isAsked).map(({ name }) => name);
  const waits = endRetention(idle, objects, facts);
  addSourceFinalizer(objects);
  const platform = withKept(platformState(objects, facts), objects);
  const isFirst = first ?? !objects.all("Module").some(isDecided);
  const enabled = decideEnabled({ desiredModules, platform, edition: facts.edition, isFirst });
  for (const desired of desiredModules) {
    const given = report(moduleAt(desired.name, objects), { desired, enabled, facts });
    const listed = { module: given, sources: sources.get(desired.name) ?? [], deckhouse: platform.deckhouse };
    objects.put(withProperties(given, modulePropertiesOf(listed, objects, facts)));
  }
  return waits === undefined ? {} : { waits };
}

/** Returns the names of the sources that list each module. */
function sourcesByModule(objects: ModuleObjects): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const source of objects.all("ModuleSource")) {
    for (const module of new Set(namesIn(source))) {
      append(found, module, nameOf(source));
    }
  }
  return found;
}

function namesOf(
  sources: ReadonlyMap<string, unknown>,
  objects: ModuleObjects,
  { embedded }: ModuleFacts,
): readonly string[] {
  const known = objects.all("Module").map(nameOf);
  return [...new Set([...sources.keys(), ...objects.releasedModules, ...embedded, ...known])].toSorted(
    compareText,
  );
}

function isDecided(module: JsonObject): boolean {
  return conditionOf(module, "EnabledByModuleManager") !== undefined;
}

/** Adds the modules that still run the image of a removed override, at its tag. */
function withKept(platform: PlatformState, objects: ModuleObjects): PlatformState {
  const modules = new Map(platform.modules);
  for (const object of objects.all("Module")) {
    const version = keptTag(object, objects);
    if (version !== undefined) {
      const name = nameOf(object);
      modules.set(name, { name, version, isEnabled: true, isOverridden: true, requirements: noRequirements });
    }
  }
  return { ...platform, modules };
}

interface Verdict {
  readonly desired: DesiredEnablement;
  readonly enabled: Enabled;
  readonly facts: ModuleFacts;
}

function report(module: JsonObject, { desired, enabled, facts }: Verdict): JsonObject {
  const asked = askedUpdate(desired, facts);
  return withCondition(
    withCondition(module, asked, facts.now),
    enabledUpdate({ desired, enabled, asked }),
    facts.now,
  );
}

const byConfig = "ModuleConfig";

function askedUpdate({ isAsked, by }: DesiredEnablement, { bundle }: ModuleFacts): ConditionUpdate {
  const type = "EnabledByModuleConfig";
  if (isAsked) {
    return by === byConfig ? { type, status: "True" } : { type, status: "True", reason: by };
  }
  const messages = {
    ModuleConfig: "its ModuleConfig disables the module",
    Bundle: `no ModuleConfig enables the module, and it is not on by default in the bundle '${bundle}'`,
    Platform: "the platform has the module disabled",
  };
  return { type, status: "False", reason: by, message: messages[by] };
}

function enabledUpdate({
  desired,
  enabled,
  asked,
}: Pick<Verdict, "desired" | "enabled"> & { readonly asked: ConditionUpdate }): ConditionUpdate {
  const type = "EnabledByModuleManager";
  if (!desired.isAsked) {
    return { ...asked, type, reason: "Disabled" };
  }
  const refusal = enabled.get(desired.name);
  return refusal === undefined ? { type, status: "True" } : { type, status: "False", ...refusal };
}
