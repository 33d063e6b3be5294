/** Compares sources that are read again with those that a plan was saved from. */
import { RefusedError } from "../apply/model/refused-error.ts";
import type { SetTexts } from "../manifest/read-set.ts";
import { nameSet } from "../object/object-name.ts";
import type { Plan } from "../plan/plan.ts";
import { savedObjects } from "./describe-plan.ts";
import { digestOfDocuments, digestOfObjects } from "./saved-digest.ts";
import type { SavedObject, SavedPlan } from "./saved-plan.ts";
import { savedList } from "./shortened-list.ts";

const remedy = "read the same sources, or save a new plan";

/** Throws a RefusedError if rules that are not objects differ from those of the plan. */
export function demandDocuments(
  { documents, leftOut }: Pick<SavedPlan, "documents" | "leftOut">,
  sources: SetTexts["sources"],
): void {
  if (leftOut.length > 0 && digestOfDocuments(sources) !== documents) {
    throw new RefusedError(
      `the sources are not those of the plan: the rules that are not objects differ: ${remedy}`,
    );
  }
}

/**
 * Throws a RefusedError if objects of sources that were read again differ from those of the plan, except in
 * values that the plan lacks.
 */
export function demandObjects(
  { leftOut, digest, objects }: Pick<SavedPlan, "leftOut" | "digest" | "objects">,
  plan: Plan,
): void {
  const now = leftOut.length === 0 ? [] : savedObjects(plan, !leftOut.includes("hidden-values"));
  if (leftOut.length === 0 || digestOfObjects(now) === digest) {
    return;
  }
  const [then, there] = [byRef(objects), byRef(now)];
  const keys = [...new Set([...then.keys(), ...there.keys()])];
  const names = nameSet(keys);
  const lines = keys.flatMap((key) => {
    const [before, after] = [then.get(key), there.get(key)];
    if (before === undefined || after === undefined) {
      return [`${names.nameOf(key)} is ${before === undefined ? "not in the plan" : "only in the plan"}`];
    }
    return digestOfObjects([before]) === digestOfObjects([after]) ? [] : [`${names.nameOf(key)} differs`];
  });
  throw new RefusedError(`the sources are not those of the plan:\n${savedList(lines)}\n${remedy}`);
}

function byRef(objects: readonly SavedObject[]): ReadonlyMap<string, SavedObject> {
  return new Map(objects.map((object) => [object.ref, object]));
}
