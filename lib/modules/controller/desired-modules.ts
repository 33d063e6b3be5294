import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
import { deployedRelease } from "../rules/deployed-release.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import { usualWeight } from "../rules/definition/module-definition.ts";
import { moduleConfigOf } from "../rules/resource/module-config.ts";
import type { ModuleRelease } from "../rules/resource/module-release.ts";
import { type ModuleState, moduleStateOf } from "../rules/resource/module-state.ts";
import { noRequirements } from "../rules/requirement/requirements.ts";
import { formatVersion } from "../../object/semver/version.ts";
import { keptDigest, keptTag } from "../rules/override/kept-override.ts";
import type { ArtifactCache } from "./artifact-cache.ts";
import type { RunningModule } from "./module-source.ts";
import { type PulledVersion, overrideLabel } from "./pulled-version.ts";
import type { StartModule } from "../rules/start/start-wait.ts";

/** A module that is enabled, as it is to run. */
export interface WantedModule {
  readonly start: StartModule;
  /** The version that is to run; undefined where none is deployed. */
  readonly label: string | undefined;
  /** What it is pulled by, a tag or a digest; undefined where somebody else has it pulled. */
  readonly reference: string | undefined;
  /** Whether it is an image that a person has forced on the module. */
  readonly isForced: boolean;
  /** Its files; undefined until they are here. */
  readonly pulled: PulledVersion | undefined;
  readonly settings: JsonObject;
  /** What its files have against the settings; undefined where nothing. */
  readonly settingsFault: string | undefined;
  readonly isInMaintenance: boolean;
  readonly source: string | undefined;
}

/** All modules that are enabled, those of the platform left out, by name. */
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

/** Until the files are here, the release says the same. */
function startByRelease(name: string, release: ModuleRelease | undefined): StartModule {
  return {
    name,
    weight: release?.weight ?? usualWeight,
    isCritical: field(objectField(release?.object, "spec"), "critical") === true,
    requirements: release?.requirements ?? noRequirements,
  };
}

/**
 * The image that a person has forced on a module, or has let go without going back: it runs on until another
 * version is deployed. It is pulled by its digest, since the tag may name another one by now.
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
  // The tag of an override is looked at before it is pulled.
  return { label: tag, reference: runsOverride ? undefined : tag };
}

/** The module as it is to be run, once its files are here. */
export function runningModule(
  { isForced, label, pulled, settings, settingsFault, start }: WantedModule,
  before: RunningModule | undefined,
): RunningModule | undefined {
  if (pulled === undefined || label === undefined) {
    return undefined;
  }
  if (settingsFault !== undefined) {
    // With what it has it goes on; nothing is begun with settings that do not fit.
    return before?.digest === pulled.digest ? before : undefined;
  }
  const { digest, folder, images, isChart, at } = pulled;
  const shown = shownLabel(label);
  // What a chart sees of its own module goes before settings of that name.
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

/** A version, or an image tag without its digest, as people are shown it. */
export function shownLabel(label: string): string {
  return label.replace(/@.*$/, "");
}
