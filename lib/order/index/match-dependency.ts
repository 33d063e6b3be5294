import type { DependencySelector } from "../../annotation/directives.ts";
import { versionOf } from "../../object/object-ref.ts";
import type { ManifestIndex } from "./manifest-index.ts";

/**
 * Returns the objects of the set that a selector matches: group, kind and version ignore case, name and
 * namespace do not.
 */
export function matchDependency(set: ManifestIndex, selector: DependencySelector): readonly number[] {
  return candidates(set, selector).filter((index) => {
    const { ref, apiVersion } = set.manifest(index);
    return (
      (selector.namespace === undefined || selector.namespace === ref.namespace) &&
      sameWord(selector.kind, ref.kind) &&
      sameWord(selector.group, ref.group) &&
      sameWord(selector.version, versionOf(apiVersion))
    );
  });
}

/**
 * The objects of the name, or of the kinds: a set may hold thousands of objects and thousands of selectors.
 */
function candidates(set: ManifestIndex, selector: DependencySelector): readonly number[] {
  if (selector.name !== undefined) {
    return set.named(selector.name);
  }
  return [...set.kinds().values()]
    .filter(([first = 0]) => sameWord(selector.kind, set.manifest(first).kind))
    .flat()
    .toSorted((left, right) => left - right);
}

function sameWord(wanted: string | undefined, actual: string): boolean {
  return wanted === undefined || wanted.toLowerCase() === actual.toLowerCase();
}
