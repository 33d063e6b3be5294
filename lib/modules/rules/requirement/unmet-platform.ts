import { parseVersion } from "../../../object/semver/version.ts";
import type { PlatformState } from "./platform-state.ts";
import { platformVersion } from "./platform-version.ts";
import type { Requirements } from "./requirements.ts";
import { unmetVersion } from "./unmet-version.ts";

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
export function unmetKubernetesVersion(constraint: string, text: string, prefix = ""): string | undefined {
  const version = parseVersion(text);
  return version === undefined ? `'${text}' is no version` : unmetVersion(constraint, version, prefix);
}
