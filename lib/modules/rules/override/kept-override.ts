import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { deployedRelease } from "../deployed-release.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { annotationsOf, withAnnotations } from "../resource/metadata.ts";
import { moduleStateOf } from "../resource/module-state.ts";

/** On a Module whose override went without a rollback: the release that was deployed then, or `none`. */
const annotation = "modules.deckhouse.io/kept-override";
/** The digest of that image: the tag may name another one by now. */
const digestAnnotation = "modules.deckhouse.io/kept-digest";

/** The same Module, with a note that the image of its override runs on until another release is deployed. */
export function withKeptOverride(module: JsonObject, objects: ModuleObjects): JsonObject {
  const override = objects.get("ModulePullOverride", moduleStateOf(module).name);
  const digest = stringField(objectField(override, "status"), "imageDigest");
  return withAnnotations(module, {
    [annotation]: deployedNow(module, objects),
    [digestAnnotation]: digest,
  });
}

/** The same Module without that note. */
export function withoutKeptOverride(module: JsonObject): JsonObject {
  return annotationsOf(module).has(annotation)
    ? withAnnotations(module, { [annotation]: undefined, [digestAnnotation]: undefined })
    : module;
}

/**
 * The image tag that a module runs although its override is gone; undefined where a release was deployed
 * since, or none ran on.
 */
export function keptTag(module: JsonObject, objects: ModuleObjects): string | undefined {
  const kept = annotationsOf(module).get(annotation);
  return kept !== undefined && kept === deployedNow(module, objects)
    ? moduleStateOf(module).version
    : undefined;
}

/** The digest of the image of `keptTag`; undefined where it is not known. */
export function keptDigest(module: JsonObject): string | undefined {
  return annotationsOf(module).get(digestAnnotation);
}

function deployedNow(module: JsonObject, objects: ModuleObjects): string {
  return deployedRelease(moduleStateOf(module).name, objects)?.name ?? "none";
}
