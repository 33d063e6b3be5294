import { field, type JsonObject, objectField } from "../object/json.ts";
import { deployedRelease } from "../module/enablement/deployed-release.ts";
import type { ModuleObjects } from "../module/module-objects.ts";
import { usualWeight } from "../module/definition/module-definition.ts";
import { moduleConfigOf } from "../module/resource/module-config.ts";
import type { ModuleRelease } from "../module/resource/module-release.ts";
import { type ModuleState, moduleStateOf } from "../module/resource/module-state.ts";
import { noRequirements } from "../module/requirement/requirements.ts";
import type { StartModule } from "../module/start/start-order.ts";
import { formatVersion } from "../version/version.ts";
import { keptTag } from "../module/override/kept-override.ts";
import { overrideLabel } from "./override-looks.ts";
import type { Artifacts } from "./artifacts.ts";
import type { RunningModule } from "./module-store.ts";
import type { PulledVersion } from "./pulled-version.ts";

/** A module that is enabled, as it is to run. */
export interface WantedModule {
  readonly start: StartModule;
  /** The version that is to run; undefined where none is deployed. */
  readonly label: string | undefined;
  /** The image it is pulled by. */
  readonly tag: string | undefined;
  /** Its files; undefined until they are here. */
  readonly pulled: PulledVersion | undefined;
  readonly settings: JsonObject;
  readonly isInMaintenance: boolean;
  readonly source: string | undefined;
}

/** All modules that are enabled, those of the platform left out, by name. */
export function wantedModules(objects: ModuleObjects, artifacts: Artifacts): readonly WantedModule[] {
  return objects
    .all("Module")
    .map(moduleStateOf)
    .filter(({ isEmbedded, isEnabled }) => isEnabled && !isEmbedded)
    .map((state) => wanted(state, objects, artifacts));
}

function wanted(state: ModuleState, objects: ModuleObjects, artifacts: Artifacts): WantedModule {
  const { name } = state;
  const release = deployedRelease(name, objects);
  const forced = forcedLabel(state, objects, artifacts);
  const version = release === undefined ? undefined : `v${formatVersion(release.version)}`;
  const label = forced ?? version;
  const pulled = label === undefined ? undefined : artifacts.pulled(name, label);
  const { settings, isInMaintenance } = moduleConfigOf(objects.get("ModuleConfig", name) ?? {});
  return {
    start: pulled === undefined ? startByRelease(name, release) : startByFiles(pulled),
    label,
    tag: forced === undefined ? version : undefined,
    pulled,
    settings,
    isInMaintenance,
    source: release?.source ?? state.source,
  };
}

function startByFiles({ module: name, definition }: PulledVersion): StartModule {
  const { critical: isCritical, requirements, weight } = definition;
  return { name, weight, isCritical, requirements };
}

/** Until the files are here, the release says the same. */
function startByRelease(name: string, release: ModuleRelease | undefined): StartModule {
  return {
    name,
    weight: release?.weight ?? usualWeight,
    isCritical: field(objectField(release?.object, "spec"), "critical") === true,
    requirements: release?.requirements ?? noRequirements,
  };
}

/** The image that a person has forced on a module, or has let go without going back: it runs on until another version is deployed. */
function forcedLabel(
  { isOverridden, name, object, version }: ModuleState,
  objects: ModuleObjects,
  artifacts: Artifacts,
): string | undefined {
  const tag = isOverridden ? version : keptTag(object, objects);
  if (tag === undefined) {
    return undefined;
  }
  const { imageDigest } = objectField(objects.get("ModulePullOverride", name), "status");
  const labels = artifacts.labelsOf(name).filter((label) => label.startsWith(overrideLabel(tag, "sha256:")));
  const named = typeof imageDigest === "string" ? overrideLabel(tag, imageDigest) : undefined;
  return labels.find((label) => label === named) ?? labels.at(-1);
}

/** The module as it is to be run, once its files are here. */
export function runningModule({ label, pulled, settings, start }: WantedModule): RunningModule | undefined {
  if (pulled === undefined || label === undefined) {
    return undefined;
  }
  const { digest, folder, images, isChart, at } = pulled;
  const [shown = label] = label.split("@");
  // What a chart sees of its own module goes before settings of that name.
  const values = { ...settings, module: { name: start.name, version: shown, images } };
  return { name: start.name, label: shown, digest, folder, isChart, at, values: isChart ? values : {} };
}
