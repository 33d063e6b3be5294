import type { Unit } from "./unit.ts";

/**
 * What is wrong where two units are the same release: each would prune what the other makes. Undefined where
 * none are. `home`: the namespace of units that name none.
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
