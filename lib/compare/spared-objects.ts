import type { ComparedObject, SetComparison } from "./set-comparison.ts";
import type { UnitPolicy } from "./unit-comparison.ts";

/**
 * Returns a comparison in which objects that a unit no longer brings are kept, if its settings say so: it
 * does not prune, or it is removed and leaves its release as it is.
 */
export function spareObjects(
  comparison: SetComparison,
  { prune, onRemove }: Pick<UnitPolicy, "prune" | "onRemove">,
  isRemoved: boolean,
): SetComparison {
  if (isRemoved ? onRemove === "delete" : prune) {
    return comparison;
  }
  const reason = isRemoved
    ? "the unit is removed with onRemove: orphan"
    : "the unit does not prune (prune: false)";
  const spared = comparison.objects.map((one) => sparedObject(one, reason));
  const definitions = comparison.definitions.filter(({ risk }) => risk !== "removed");
  return {
    ...comparison,
    objects: spared.toSorted((left, right) => Number(isSpared(left)) - Number(isSpared(right))),
    definitions,
    ...(isRemoved ? { permissions: [], requests: [] } : {}),
  };
}

function sparedObject(object: ComparedObject, reason: string): ComparedObject {
  return object.effect === "pruned" ? { ...object, effect: "kept", reason } : object;
}

function isSpared({ effect }: ComparedObject): boolean {
  return effect === "kept" || effect === "left";
}
