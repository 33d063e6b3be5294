import type { Unit } from "./unit.ts";

/**
 * Returns the fault of two units with the same release: each would prune what the other applies. Undefined if
 * there are none. `home`: the namespace of units that name none.
 */
export function doubledRelease(units: readonly Unit[], home: string): string | undefined {
  const seen = new Map<string, string>();
  for (const { name, release, namespace = home } of units) {
    const place = `${namespace}/${release}`;
    const other = seen.get(place);
    if (other !== undefined) {
      return `units ${other} and ${name} are both release ${release} in namespace ${namespace}: give one of them another release or namespace`;
    }
    seen.set(place, name);
  }
  return undefined;
}
