import type { Manifest } from "../manifest/manifest.ts";
import { compareText } from "../object/object-ref.ts";
import type { Plan } from "./plan.ts";

/**
 * Returns every manifest that a plan knows, each once: those in groups, an object of two groups at its first,
 * and then the inactive ones, by reference. Complexity: O(objects log objects).
 */
export function plannedObjects({ groups, resting }: Plan): readonly Manifest[] {
  const planned = groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest));
  const asleep = resting
    .map(({ manifest }) => manifest)
    .toSorted((left, right) => compareText(left.key, right.key));
  const seen = new Set<string>();
  return [...planned, ...asleep].filter(({ key }) => {
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}
