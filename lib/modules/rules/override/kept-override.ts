import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { annotationOf } from "../../../object/metadata.ts";
import { type ModuleObjects, deployedRelease } from "../module-objects.ts";
import { withAnnotations, withFinalizer, withCondition } from "../resource/metadata.ts";
import { moduleStateOf, withProperties } from "../resource/module-state.ts";
import { refreshSource } from "../fetching/source-status.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { overrideFinalizer, pullOverrideOf } from "../resource/pull-override.ts";
import { formatVersion } from "../../../object/semver/version.ts";

/**
 * Set on a Module whose override was removed without a rollback: the release that was deployed then, or
 * `none`.
 */
const annotation = "modules.deckhouse.io/kept-override";
/** The digest of that image, because the tag may name another one by now. */
const digestAnnotation = "modules.deckhouse.io/kept-digest";

/**
 * Returns the Module with a note that the image of its override runs on until another release is deployed.
 */
function withKeptOverride(module: JsonObject, objects: ModuleObjects): JsonObject {
  const override = objects.get("ModulePullOverride", moduleStateOf(module).name);
  const digest = stringField(objectField(override, "status"), "imageDigest");
  return withAnnotations(module, {
    [annotation]: deployedNow(module, objects),
    [digestAnnotation]: digest,
  });
}

/** Returns the Module without that note. */
export function withoutKeptOverride(module: JsonObject): JsonObject {
  return annotationOf(module, annotation) !== undefined
    ? withAnnotations(module, { [annotation]: undefined, [digestAnnotation]: undefined })
    : module;
}

/**
 * Returns the image tag that a module runs although its override is gone; undefined if there is none, or a
 * release was deployed since.
 */
export function keptTag(module: JsonObject, objects: ModuleObjects): string | undefined {
  const kept = annotationOf(module, annotation);
  return kept !== undefined && kept === deployedNow(module, objects)
    ? moduleStateOf(module).version
    : undefined;
}

/** Returns the digest of the image of `keptTag`; undefined if it is not known. */
export function keptDigest(module: JsonObject): string | undefined {
  return annotationOf(module, digestAnnotation);
}

function deployedNow(module: JsonObject, objects: ModuleObjects): string {
  return deployedRelease(moduleStateOf(module).name, objects)?.name ?? "none";
}

/** Returns the override with the finalizer that keeps it until its module is released. */
export function holdOverride(object: JsonObject): JsonObject {
  return withFinalizer(object, overrideFinalizer, true);
}

/**
 * Releases the module from an override that is being deleted, and removes the finalizer. If the override
 * requests a rollback, the deployed release runs from now on; otherwise its image runs on until another
 * release is deployed.
 */
export function releaseOverride(name: string, objects: ModuleObjects, facts: ModuleFacts): void {
  const override = objects.get("ModulePullOverride", name);
  if (override === undefined) {
    return;
  }
  const module = objects.get("Module", name);
  if (module !== undefined && moduleStateOf(module).isOverridden) {
    const back = moduleStateOf(module).runsOverride ? takenBack(module, override, objects) : module;
    objects.put(withCondition(back, { type: "IsOverridden", status: "False" }, facts.now));
    refreshSource(moduleStateOf(module).source ?? "", objects);
  }
  objects.put(withFinalizer(override, overrideFinalizer, false));
}

function takenBack(module: JsonObject, override: JsonObject, objects: ModuleObjects): JsonObject {
  const { name, rollback } = pullOverrideOf(override);
  return rollback
    ? withProperties(withoutKeptOverride(module), { version: deployedVersion(name, objects) })
    : withKeptOverride(module, objects);
}

function deployedVersion(name: string, objects: ModuleObjects): string | undefined {
  const release = deployedRelease(name, objects);
  return release === undefined ? undefined : `v${formatVersion(release.version)}`;
}
