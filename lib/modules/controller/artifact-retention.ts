import type { ModuleObjects } from "../rules/module-objects.ts";
import { keptTag } from "../rules/override/kept-override.ts";
import type { ReleasePhase } from "../rules/resource/module-release.ts";
import { pullOverrideOf } from "../rules/resource/pull-override.ts";
import { formatVersion } from "../../object/semver/version.ts";
import { overrideLabel } from "./read-pulled.ts";

/** Whether the files of a version, or of an image tag, may still be requested. */
export type IsNeeded = (module: string, label: string) => boolean;

const over: ReadonlySet<ReleasePhase> = new Set<ReleasePhase>(["Superseded", "Skipped"]);

/**
 * Returns a predicate for the files that may still be requested: versions whose release is deployed or may
 * be, and images of modules that are overridden or still run the image of a removed override. `isRunning`
 * reports what runs now, whatever the objects say. O(releases).
 */
export function neededArtifacts(objects: ModuleObjects, isRunning: IsNeeded): IsNeeded {
  const versions = new Set(
    objects.releasedModules
      .flatMap((module) => objects.releasesOf(module))
      .filter(({ phase }) => !over.has(phase))
      .map(({ module, version }) => `${module}/v${formatVersion(version)}`),
  );
  return (module, label) =>
    isRunning(module, label) ||
    (label.includes("@") ? isForced({ module, label }, objects) : versions.has(`${module}/${label}`));
}

/**
 * Reports whether the image belongs to an existing override, or to one that was removed without a rollback.
 */
function isForced(
  { module, label }: { readonly module: string; readonly label: string },
  objects: ModuleObjects,
): boolean {
  const override = objects.get("ModulePullOverride", module);
  if (override !== undefined) {
    const { imageDigest, imageTag } = pullOverrideOf(override);
    return imageDigest === undefined || label === overrideLabel(imageTag, imageDigest);
  }
  const state = objects.get("Module", module);
  const tag = state === undefined ? undefined : keptTag(state, objects);
  return tag !== undefined && label.startsWith(overrideLabel(tag, ""));
}
