import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
import { type ModuleObjects, deployedRelease } from "../rules/module-objects.ts";
import { usualWeight } from "../rules/definition/module-definition.ts";
import { moduleConfigOf } from "../rules/resource/module-config.ts";
import type { ModuleRelease } from "../rules/resource/module-release.ts";
import { type ModuleState, moduleStateOf } from "../rules/resource/module-state.ts";
import { noRequirements } from "../rules/requirement/requirements.ts";
import { formatVersion } from "../../object/semver/version.ts";
import { keptDigest, keptTag } from "../rules/override/kept-override.ts";
import type { ArtifactCache } from "./artifact-cache.ts";
import type { RunningModule } from "./module-source.ts";
import { type PulledVersion, overrideLabel } from "./read-pulled.ts";
import type { StartModule } from "../rules/start/start-barriers.ts";

/** An enabled module, with the version and settings that it should run. */
export interface WantedModule {
  readonly start: StartModule;
  /** The version to run; undefined if none is deployed. */
  readonly label: string | undefined;
  /** The tag or digest to pull it by; undefined if another component pulls it. */
  readonly reference: string | undefined;
  /** Whether it is an image that a user forced on the module. */
  readonly isForced: boolean;
  /** Its files; undefined until they are pulled. */
  readonly pulled: PulledVersion | undefined;
  readonly settings: JsonObject;
  /** The faults that its files find in the settings; undefined if there are none. */
  readonly settingsFault: string | undefined;
  readonly isInMaintenance: boolean;
  readonly source: string | undefined;
}

/** Returns all enabled modules, except those embedded in the platform. */
export function wantedModules(objects: ModuleObjects, artifacts: ArtifactCache): readonly WantedModule[] {
  return objects
    .all("Module")
    .map(moduleStateOf)
    .filter(({ isEmbedded, isEnabled }) => isEnabled && !isEmbedded)
    .map((state) => wanted(state, objects, artifacts));
}

function wanted(state: ModuleState, objects: ModuleObjects, artifacts: ArtifactCache): WantedModule {
  const { name } = state;
  const release = deployedRelease(name, objects);
  const forced = forcedImage(state, objects);
  const version = release === undefined ? undefined : `v${formatVersion(release.version)}`;
  const { label, reference } = forced ?? { label: version, reference: version };
  const pulled = label === undefined ? undefined : artifacts.pulled(name, label);
  const { settings, isInMaintenance } = moduleConfigOf(objects.get("ModuleConfig", name) ?? {});
  return {
    start: pulled === undefined ? startByRelease(name, release) : startByFiles(pulled),
    label,
    reference,
    isForced: forced !== undefined,
    pulled,
    settings,
    settingsFault: pulled?.settingsFault(settings),
    isInMaintenance,
    source: release?.source ?? state.source,
  };
}

function startByFiles({ module: name, definition }: PulledVersion): StartModule {
  const { critical: isCritical, requirements, weight } = definition;
  return { name, weight, isCritical, requirements };
}

/** The same facts from the release, until the files are pulled. */
function startByRelease(name: string, release: ModuleRelease | undefined): StartModule {
  return {
    name,
    weight: release?.weight ?? usualWeight,
    isCritical: field(objectField(release?.object, "spec"), "critical") === true,
    requirements: release?.requirements ?? noRequirements,
  };
}

/**
 * The image that a user forced on a module, or stopped forcing without a rollback: it runs until another
 * version is deployed. It is pulled by digest, because the tag may name another image by now.
 */
function forcedImage(
  { name, object, runsOverride, version }: ModuleState,
  objects: ModuleObjects,
): (Pick<WantedModule, "reference"> & { readonly label: string }) | undefined {
  const tag = runsOverride ? version : keptTag(object, objects);
  if (tag === undefined) {
    return undefined;
  }
  const override = objects.get("ModulePullOverride", name);
  const digest = runsOverride
    ? stringField(objectField(override, "status"), "imageDigest")
    : keptDigest(object);
  if (digest !== undefined) {
    return { label: overrideLabel(tag, digest), reference: digest };
  }
  // The tag of an override is resolved before it is pulled.
  return { label: tag, reference: runsOverride ? undefined : tag };
}

/**
 * Returns the module as it should run; undefined until its files are pulled, or if its settings do not fit
 * them.
 */
export function runningModule(
  { isForced, label, pulled, settings, settingsFault, start }: WantedModule,
  before: RunningModule | undefined,
): RunningModule | undefined {
  if (pulled === undefined || label === undefined) {
    return undefined;
  }
  if (settingsFault !== undefined) {
    // A running module keeps its previous settings; a module does not start with settings that do not fit.
    return before?.digest === pulled.digest ? before : undefined;
  }
  const { digest, folder, images, isChart, at } = pulled;
  const shown = shownLabel(label);
  // The chart's values of its own module override settings of that name.
  const values = { ...settings, module: { name: start.name, version: shown, images } };
  return {
    name: start.name,
    label: shown,
    isForced,
    digest,
    folder,
    isChart,
    at,
    values: isChart ? values : {},
  };
}

/** Returns a version, or the image tag of an override without its digest, for display. */
export function shownLabel(label: string): string {
  return label.replace(/@.*$/, "");
}
