import { field, type JsonObject, type JsonValue, objectField } from "../../../object/json.ts";
import { formatVersion } from "../../../object/semver/version.ts";
import { policyOfModule } from "../fetching/policy-of-module.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { type ModuleObjects, deployedRelease } from "../module-objects.ts";
import { keptTag } from "../override/kept-override.ts";
import { moduleConfigOf } from "../resource/module-config.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import { embeddedSource, type ModuleState, moduleStateOf, withProperties } from "../resource/module-state.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";

/**
 * The fields of a definition that a Module shows: from the deployed release, from the image that overrides
 * it, or from its channel.
 */
const shownOfDefinition = [
  "weight",
  "stage",
  "exclusiveGroup",
  "critical",
  "accessibility",
  "requirements",
] as const;

/** A Module, and the names of the ModuleSources that list it. */
interface AvailableModule {
  readonly module: JsonObject;
  readonly sources: readonly string[];
  /** The version of the platform. */
  readonly deckhouse: string;
}

/**
 * Returns the properties of a Module that follow from its sources, its policy and its releases; absent ones
 * are undefined.
 */
export function modulePropertiesOf(
  { module, sources, deckhouse }: AvailableModule,
  objects: ModuleObjects,
  facts: ModuleFacts,
): Readonly<Record<string, JsonValue | undefined>> {
  const state = moduleStateOf(module);
  const availableSources = sources.length === 0 ? undefined : sources;
  if (facts.embedded.has(state.name)) {
    return { availableSources, source: embeddedSource, version: deckhouse };
  }
  const source = sourceOf(state, sources, objects);
  const policy =
    source === undefined ? undefined : policyOfModule({ module: state.name, source }, objects, facts);
  const releaseChannel = policy === undefined || "fault" in policy ? undefined : policy.releaseChannel;
  return { availableSources, source, releaseChannel, ...runningOf(module, objects) };
}

/** The name of the source that every platform has. */
const platformSource = "deckhouse";

/**
 * Returns the source that the ModuleConfig names; else the current one; else that of the platform, or the
 * only one. Undefined if there are several others, because a user has to choose. The name of a deleted source
 * is kept, because the module still runs what it provided.
 */
function sourceOf(
  { name, source }: ModuleState,
  sources: readonly string[],
  objects: ModuleObjects,
): string | undefined {
  const config = objects.get("ModuleConfig", name);
  const chosen = config === undefined ? undefined : moduleConfigOf(config).source;
  if (chosen !== undefined && chosen !== "") {
    return chosen;
  }
  const current = source ?? deployedRelease(name, objects)?.source;
  if (sources.length === 0 || (current !== undefined && sources.includes(current))) {
    return current;
  }
  return onlyChoice(sources);
}

function onlyChoice(sources: readonly string[]): string | undefined {
  return sources.find((source) => source === platformSource || sources.length === 1);
}

/**
 * Returns no properties for a module that runs the image of an override, even one that was removed: they stay
 * as they are.
 */
function runningOf(
  module: JsonObject,
  objects: ModuleObjects,
): Readonly<Record<string, JsonValue | undefined>> {
  const { name, runsOverride } = moduleStateOf(module);
  if (runsOverride || keptTag(module, objects) !== undefined) {
    return {};
  }
  const release = deployedRelease(name, objects);
  return release === undefined
    ? { version: undefined }
    : { version: versionText(release), ...shownOf(release) };
}

function versionText({ version }: ModuleRelease): string {
  return `v${formatVersion(version)}`;
}

function shownOf({ object }: ModuleRelease): Readonly<Record<string, JsonValue | undefined>> {
  const spec = objectField(object, "spec");
  return Object.fromEntries(shownOfDefinition.map((name) => [name, field(spec, name)]));
}

/** The definition of a module, and where it was read. */
interface SeenDefinition {
  readonly module: string;
  /** The content of module.yaml. */
  readonly definition: JsonObject;
  /** On the channel of the module, or in the image of an override. */
  readonly seenIn: "channel" | "override";
}

/**
 * Shows the fields of a definition in its Module, including bundles and editions: that of an override while
 * the module runs its image, that of its channel while no release is deployed. Otherwise the deployed release
 * counts, and nothing changes.
 */
export function noteDefinition({ module, definition, seenIn }: SeenDefinition, objects: ModuleObjects): void {
  const before = objects.get("Module", module);
  const isForced =
    before !== undefined && (moduleStateOf(before).runsOverride || keptTag(before, objects) !== undefined);
  const isReleased = deployedRelease(module, objects) !== undefined;
  const counts = seenIn === "override" ? isForced : !isForced && !isReleased;
  if (counts) {
    const shown = shownOfDefinition.map((name) => [name, field(definition, name) ?? undefined] as const);
    objects.put(withProperties(moduleAt(module, objects), Object.fromEntries(shown)));
  }
}

/** Returns the Module of that name, or a new, empty one that is not among the objects. */
export function moduleAt(name: string, objects: ModuleObjects): JsonObject {
  return (
    objects.get("Module", name) ?? {
      apiVersion: `${moduleGroup}/${versionOfKind.Module}`,
      kind: "Module",
      metadata: { name },
    }
  );
}
