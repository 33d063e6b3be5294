import { append } from "../../../object/append.ts";
import type { InstalledModule, PlatformState, CandidateModule } from "./platform-state.ts";
import { type HeldVersion, unmetModuleVersion } from "./unmet-modules.ts";

/** A module that requires another one, optionally or not. */
interface Dependent {
  readonly module: InstalledModule;
  /** Without `!optional`. */
  readonly constraint: string;
}

type Dependents = ReadonlyMap<string, readonly Dependent[]>;

const knownDependents = new WeakMap<PlatformState["modules"], Dependents>();

/**
 * Returns the installed modules that require that one, whether or not they are enabled. The first call for a
 * platform state is O(dependencies).
 */
export function dependentsOf(name: string, { modules }: PlatformState): readonly Dependent[] {
  const dependents = knownDependents.get(modules) ?? allDependents(modules);
  knownDependents.set(modules, dependents);
  return dependents.get(name) ?? [];
}

function allDependents(modules: PlatformState["modules"]): Dependents {
  const dependents = new Map<string, Dependent[]>();
  for (const module of modules.values()) {
    for (const { module: needed, constraint } of module.requirements.modules) {
      append(dependents, needed, { module, constraint });
    }
  }
  return dependents;
}

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
