import { joinFaults } from "./join-errors.ts";
import { type CandidateModule, type PlatformState } from "./platform-state.ts";
import { loopFault } from "./dependency-cycles.ts";
import { unmetDependents } from "./unmet-dependents.ts";
import { unmetModules, unreadableRequirement } from "./unmet-modules.ts";
import { unmetPlatform } from "./unmet-platform.ts";

/**
 * Why a module may not be enabled at that version, undefined where it may. Asked in the order of
 * `unmetByRelease`. A module that a person has overridden needs nothing; that others can live with its
 * version is asked of it where it is one. A module without a version, of which no release is there yet, is
 * asked for nothing but what it requires.
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
