import { formatVersion, parseVersion } from "../../../object/semver/version.ts";
import type { CandidateModule, PlatformState } from "./platform-state.ts";
import { loopFault } from "./dependency-cycles.ts";
import { unmetDependents } from "./dependents.ts";
import { unmetModules, unreadableRequirement } from "./unmet-modules.ts";
import { unmetPlatform } from "./check-platform.ts";
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

/**
 * Returns the reason a module may not be enabled at that version; undefined if it may. The order of checks is
 * that of `unmetByRelease`. The requirements of an overridden module are ignored; whether its dependents
 * accept it is checked only if its tag is a version. A module without a version, because it has no release
 * yet, is checked only for its own requirements.
 */
export function unmetByEnabling(candidate: CandidateModule, platform: PlatformState): string | undefined {
  const isOverridden = platform.modules.get(candidate.name)?.isOverridden ?? false;
  const refused =
    candidate.version === ""
      ? []
      : unmetDependents({ ...candidate, isOverridden }, platform, " if it is enabled");
  if (isOverridden) {
    return joinFaults(refused);
  }
  const first = unmetPlatform(candidate.requirements, platform);
  const broken = loopFault(candidate, platform) ?? unreadableRequirement(candidate);
  const faults =
    broken === undefined ? [...unmetModules(candidate, platform, "enabling"), ...refused] : [broken];
  return first ?? joinFaults(faults);
}
