import { formatVersion, parseVersion } from "../../../object/semver/version.ts";
import { joinFaults } from "./join-errors.ts";
import type { CandidateModule, PlatformState } from "./platform-state.ts";
import { loopFault } from "./dependency-cycles.ts";
import { unmetDependents } from "./unmet-dependents.ts";
import { unmetModules, unreadableRequirement } from "./unmet-modules.ts";
import { unmetPlatform } from "./unmet-platform.ts";

/**
 * Why a release may not be installed or updated to, undefined where it may. The platform is asked first, then
 * Kubernetes, then modules, and the first that refuses speaks: `current deckhouse version is not suitable:
 * 1.0.0 is less than or equal to v1.64.0`. Of modules all faults are told, both what the release needs of
 * them and what those that are enabled have against the release.
 */
export function unmetByRelease(candidate: CandidateModule, platform: PlatformState): string | undefined {
  return unmetPlatform(candidate.requirements, platform) ?? joinFaults(moduleFaults(candidate, platform));
}

/** Where a loop is closed, or something cannot be read, the rest says nothing. */
function moduleFaults(candidate: CandidateModule, platform: PlatformState): readonly string[] {
  const first = loopFault(candidate, platform) ?? unreadableRequirement(candidate);
  if (first !== undefined) {
    return [first];
  }
  const circumstance = ` if '${releaseName(candidate)}' module release is installed`;
  return [
    ...unmetModules(candidate, platform, "release"),
    ...unmetDependents({ ...candidate, isOverridden: false }, platform, circumstance),
  ];
}

function releaseName({ name, version }: CandidateModule): string {
  const parsed = parseVersion(version);
  return parsed === undefined ? `${name}-${version}` : `${name}-v${formatVersion(parsed)}`;
}
