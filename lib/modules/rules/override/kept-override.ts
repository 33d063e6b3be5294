import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { annotationOf } from "../../../object/metadata.ts";
import { type ModuleObjects, deployedRelease } from "../module-objects.ts";
import { withAnnotations } from "../resource/metadata.ts";
import { moduleStateOf } from "../resource/module-state.ts";

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
export function withKeptOverride(module: JsonObject, objects: ModuleObjects): JsonObject {
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
