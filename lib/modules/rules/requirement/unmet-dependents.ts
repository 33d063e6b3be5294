import { dependentsOf } from "./dependents.ts";
import type { CandidateModule, PlatformState } from "./platform-state.ts";
import { type HeldVersion, unmetModuleVersion } from "./unmet-modules.ts";

/**
 * Returns the requirements of enabled modules, optional or not, that a module does not meet at a version:
 * `module 'prometheus' dependency 'test' does not meet the version constraint if it is enabled: …`.
 * `circumstance` is ` if it is enabled`.
 */
export function unmetDependents(
  candidate: CandidateModule & HeldVersion,
  platform: PlatformState,
  circumstance: string,
): readonly string[] {
  return dependentsOf(candidate.name, platform).flatMap(({ module, constraint }) => {
    const { name, isEnabled, isOverridden } = module;
    const isHeeded = isEnabled && !isOverridden && name !== candidate.name;
    const reason = isHeeded ? unmetModuleVersion(constraint, candidate, circumstance) : undefined;
    return reason === undefined ? [] : [`module '${name}' dependency '${candidate.name}' ${reason}`];
  });
}
