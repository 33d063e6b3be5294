import { append } from "../../../object/append.ts";
import type { InstalledModule, PlatformState } from "./platform-state.ts";

/** A module that requires another one, optionally or not. */
export interface Dependent {
  readonly module: InstalledModule;
  /** Without `!optional`. */
  readonly constraint: string;
}

type Dependents = ReadonlyMap<string, readonly Dependent[]>;

const known = new WeakMap<PlatformState["modules"], Dependents>();

/**
 * Returns the installed modules that require that one, whether or not they are enabled. The first call for a
 * platform state is O(dependencies).
 */
export function dependentsOf(name: string, { modules }: PlatformState): readonly Dependent[] {
  const dependents = known.get(modules) ?? allDependents(modules);
  known.set(modules, dependents);
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
