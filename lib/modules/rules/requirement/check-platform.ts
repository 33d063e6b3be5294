import { compareText } from "../../../object/object-ref.ts";
import { type InstalledModule, type PlatformState, platformVersion } from "./platform-state.ts";
import { unmetModules } from "./unmet-modules.ts";
import { unmetVersion, joinFaults } from "./unmet-version.ts";
import { parseVersion } from "../../../object/semver/version.ts";
import type { Requirements } from "./requirements.ts";

/**
 * Returns the requirement of an enabled module that a version of the platform does not meet, for the first
 * such module by name; undefined if there is none: `requirements of test are not satisfied: v1.73.4 deckhouse
 * version is not suitable: v1.73.4 is greater than or equal to v1.73.4`.
 *
 * The version comes first as specified. In the reason it has all three numbers and no pre-release, with a `v`
 * only if it was specified with one: `v1.73.4` stays, `1.27` becomes `1.27.0`. Modules that are part of the
 * platform then have its new version, and requirements on them count as well.
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
 * The same for a version of Kubernetes, as the cluster configuration specifies it: `requirements of test are
 * not satisfied: 1.27 kubernetes version is not suitable: 1.27.0 is less than or equal to 1.28`. A value that
 * leaves the version to the platform is not a version, and must be resolved before.
 */
export function unmetByKubernetes(version: string, platform: PlatformState): string | undefined {
  const prefix = prefixOf(version);
  return firstUnmet(platform, ({ requirements: { kubernetes } }) => {
    const reason = kubernetes === undefined ? undefined : unmetKubernetesVersion(kubernetes, version, prefix);
    return reason === undefined ? undefined : `${version} kubernetes version is not suitable: ${reason}`;
  });
}

/**
 * Returns the platform state after an update of the platform, with only the enabled modules that are part of
 * it: all others stay as they are.
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

/**
 * Returns the requirement that the current platform, or else Kubernetes, does not meet: `current kubernetes
 * version is not suitable: 1.29.6 is less than or equal to 1.29`.
 */
export function unmetPlatform(requirements: Requirements, platform: PlatformState): string | undefined {
  return unmetDeckhouse(requirements, platform) ?? unmetKubernetes(requirements, platform);
}

function unmetDeckhouse({ deckhouse }: Requirements, platform: PlatformState): string | undefined {
  const reason =
    deckhouse === undefined ? undefined : unmetVersion(deckhouse, platformVersion(platform.deckhouse));
  return reason === undefined ? undefined : `current deckhouse version is not suitable: ${reason}`;
}

function unmetKubernetes({ kubernetes }: Requirements, platform: PlatformState): string | undefined {
  const reason =
    kubernetes === undefined ? undefined : unmetKubernetesVersion(kubernetes, platform.kubernetes);
  return reason === undefined ? undefined : `current kubernetes version is not suitable: ${reason}`;
}

/**
 * Returns the reason a version of Kubernetes does not meet a constraint; a text that is not a version meets
 * none. `prefix` restores a `v` that was specified.
 */
function unmetKubernetesVersion(constraint: string, text: string, prefix = ""): string | undefined {
  const version = parseVersion(text);
  return version === undefined ? `'${text}' is not a version` : unmetVersion(constraint, version, prefix);
}
