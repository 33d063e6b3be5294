import { formatVersion, parseVersion } from "../../../object/semver/version.ts";
import type { CandidateModule, PlatformState } from "./platform-state.ts";
import { loopFault } from "./dependency-cycles.ts";
import { unmetDependents } from "./unmet-dependents.ts";
import { unmetModules, unreadableRequirement } from "./unmet-modules.ts";
import { unmetPlatform } from "./unmet-platform.ts";
import { joinFaults } from "./unmet-version.ts";

/**
 * Returns the reason a release may not be installed or updated to; undefined if it may. The platform is
 * checked first, then Kubernetes, then modules, and the first fault is returned: `current deckhouse version
 * is not suitable: 1.0.0 is less than or equal to v1.64.0`. For modules, all faults are returned: unmet
 * requirements of the release, and of enabled modules on it.
 */
export function unmetByRelease(candidate: CandidateModule, platform: PlatformState): string | undefined {
  return unmetPlatform(candidate.requirements, platform) ?? joinFaults(moduleFaults(candidate, platform));
}

/** If there is a cycle or an unreadable requirement, only that is reported. */
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
