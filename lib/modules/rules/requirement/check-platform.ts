import { compareText } from "../../../object/object-ref.ts";
import { joinFaults } from "./join-errors.ts";
import type { InstalledModule, PlatformState } from "./platform-state.ts";
import { platformVersion } from "./platform-version.ts";
import { unmetModules } from "./unmet-modules.ts";
import { unmetKubernetesVersion } from "./unmet-platform.ts";
import { unmetVersion } from "./unmet-version.ts";

/**
 * What modules that are enabled have against a version of the platform, undefined for nothing; the first by
 * name speaks: `requirements of test are not satisfied: v1.73.4 deckhouse version is not suitable: v1.73.4 is
 * greater than or equal to v1.73.4`.
 *
 * The version stands in front as it was written. In the reason it has all three numbers and no pre-release,
 * with a `v` only if one was written: `v1.73.4` stays, `1.27` becomes `1.27.0`. Modules that are part of the
 * platform have its new version then, and what is required of them counts as well.
 */
export function unmetByDeckhouse(version: string, platform: PlatformState): string | undefined {
  const [moved, prefix] = [movedPlatform(version, platform), prefixOf(version)];
  return firstUnmet(platform, ({ name, requirements }) => {
    const { deckhouse } = requirements;
    const reason =
      deckhouse === undefined ? undefined : unmetVersion(deckhouse, platformVersion(version), prefix);
    if (reason !== undefined) {
      return `${version} deckhouse version is not suitable: ${reason}`;
    }
    const modules = requirements.modules.filter(({ module }) => moved.modules.has(module));
    return joinFaults(unmetModules({ name, requirements: { ...requirements, modules } }, moved, "enabling"));
  });
}

/**
 * The same against a version of Kubernetes, as the cluster configuration names it: `requirements of test are
 * not satisfied: 1.27 kubernetes version is not suitable: 1.27.0 is less than or equal to 1.28`. A word that
 * leaves the version to the platform is no version, and has to be replaced by what it stands for before.
 */
export function unmetByKubernetes(version: string, platform: PlatformState): string | undefined {
  const prefix = prefixOf(version);
  return firstUnmet(platform, ({ requirements: { kubernetes } }) => {
    const reason = kubernetes === undefined ? undefined : unmetKubernetesVersion(kubernetes, version, prefix);
    return reason === undefined ? undefined : `${version} kubernetes version is not suitable: ${reason}`;
  });
}

/**
 * The landscape after the platform has moved, with nothing in it but the modules that move along and are on:
 * the rest stays as it is.
 */
function movedPlatform(version: string, platform: PlatformState): PlatformState {
  const embedded = [...platform.modules.values()].filter(
    ({ isEmbedded, isEnabled }) => isEmbedded === true && isEnabled,
  );
  const modules = new Map(embedded.map((module) => [module.name, { ...module, version }]));
  return { ...platform, deckhouse: version, modules };
}

function prefixOf(version: string): string {
  return version.startsWith("v") ? "v" : "";
}

function firstUnmet(
  platform: PlatformState,
  reasonOf: (module: InstalledModule) => string | undefined,
): string | undefined {
  const heeded = [...platform.modules.values()]
    .filter(({ isEnabled, isOverridden }) => isEnabled && !isOverridden)
    .toSorted((left, right) => compareText(left.name, right.name));
  for (const module of heeded) {
    const reason = reasonOf(module);
    if (reason !== undefined) {
      return `requirements of ${module.name} are not satisfied: ${reason}`;
    }
  }
  return undefined;
}
