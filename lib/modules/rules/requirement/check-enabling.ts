import { type CandidateModule, type PlatformState } from "./platform-state.ts";
import { loopFault } from "./dependency-cycles.ts";
import { unmetDependents } from "./unmet-dependents.ts";
import { unmetModules, unreadableRequirement } from "./unmet-modules.ts";
import { unmetPlatform } from "./unmet-platform.ts";
import { joinFaults } from "./unmet-version.ts";

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
