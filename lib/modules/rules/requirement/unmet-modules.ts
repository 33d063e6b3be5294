import { formatVersion, parseVersion } from "../../../object/semver/version.ts";
import { satisfies } from "../../../object/semver/satisfies.ts";
import type { CandidateModule, InstalledModule, PlatformState } from "./platform-state.ts";
import type { ModuleRequirement } from "./requirements.ts";
import { readConstraint, releaseVersion } from "./unmet-version.ts";

/** The purpose of a check: to install or update a module, or to enable it. Messages differ. */
export type Occasion = "release" | "enabling";

type Needing = Pick<CandidateModule, "name" | "requirements">;

/**
 * Returns the fault of the first unreadable requirement of a module: `could not validate the 'a' module
 * dependencies: improper constraint: x`.
 */
export function unreadableRequirement({ name, requirements }: Needing): string | undefined {
  for (const { module, constraint } of requirements.modules) {
    const read = readConstraint(constraint);
    if ("fault" in read && module !== name) {
      return `could not validate the '${name}' module dependencies: ${read.fault}`;
    }
  }
  return undefined;
}

/** Returns the unmet requirements of a module on others. A requirement on itself is ignored. */
export function unmetModules(
  { name, requirements }: Needing,
  platform: PlatformState,
  occasion: Occasion,
): readonly string[] {
  return requirements.modules
    .filter(({ module }) => module !== name)
    .flatMap((requirement) => {
      const installed = platform.modules.get(requirement.module);
      return presenceFault(requirement, installed, occasion) ?? versionFault(requirement, installed) ?? [];
    });
}

/** An optional dependency that is absent or off is not a fault. */
function presenceFault(
  { module, isOptional }: ModuleRequirement,
  installed: InstalledModule | undefined,
  occasion: Occasion,
): string | undefined {
  const absence = installed === undefined ? absenceWords(module, occasion) : standstillWords(installed);
  return isOptional ? undefined : absence;
}

function absenceWords(module: string, occasion: Occasion): string {
  return occasion === "release"
    ? `could not get the '${module}' module version: not found`
    : `dependency '${module}' not found`;
}

function standstillWords({ name, version, isEnabled }: InstalledModule): string | undefined {
  if (version === "") {
    return `dependency '${name}' is not deployed`;
  }
  return isEnabled ? undefined : `dependency '${name}' is disabled`;
}

function versionFault(
  { module, constraint }: ModuleRequirement,
  installed: InstalledModule | undefined,
): string | undefined {
  if (installed === undefined || standstillWords(installed) !== undefined) {
    return undefined;
  }
  const reason = unmetModuleVersion(constraint, installed);
  return reason === undefined ? undefined : `dependency '${module}' ${reason}`;
}

/** A version of a module to check against constraints. */
export type HeldVersion = Pick<InstalledModule, "version" | "isOverridden">;

/**
 * Returns the reason a version of a module does not meet a constraint: `does not meet the version constraint:
 * …`; undefined if it does. A forced image tag that is not a version meets every constraint.
 *
 * The platform has used both "does not meet the version constraint" and "not meet version constraint"; its
 * recorded cases contain the first.
 */
export function unmetModuleVersion(
  constraint: string,
  { version: text, isOverridden }: HeldVersion,
  circumstance = "",
): string | undefined {
  const version = parseVersion(text);
  if (version === undefined) {
    return isOverridden ? undefined : `has unparsable version: '${text}'`;
  }
  const [held, read] = [releaseVersion(version), readConstraint(constraint)];
  if ("constraint" in read && satisfies(read.constraint, held)) {
    return undefined;
  }
  const reason =
    "fault" in read
      ? read.fault
      : `the '${formatVersion(held)}' version does not satisfy the '${constraint}' constraint`;
  return `does not meet the version constraint${circumstance}: ${reason}`;
}
