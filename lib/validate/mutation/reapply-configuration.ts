import { field, isArray, isObject, type JsonArray, type JsonValue } from "../../object/json.ts";
import { stepTo } from "./configuration-faults.ts";
import { isMergedByEntry, isMergedByField, type MergedList } from "./merge-configuration.ts";
import type { MergeType } from "./merge-type.ts";

/** Two manifests of which the second is applied over the first, as a whole or a part. */
interface Manifests {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/**
 * Returns an object after its only owner has applied another manifest by server-side apply. What the first
 * manifest gave and the second does not is removed, with all below it. What the server has filled in stays
 * beside what the second one gives: an empty mapping or a null only removes the owner's fields below it.
 * Entries of lists that the first manifest does not give are left out, since the server fills in none.
 * Source: structured-merge-diff, `Updater.prune`. Complexity: linear.
 */
export function reapplyConfiguration(
  stored: JsonValue | undefined,
  { before, after }: Manifests,
  type: MergeType,
): JsonValue | undefined {
  if (after === undefined) {
    return before === undefined ? stored : undefined;
  }
  if (isMapping(after) && isObject(stored) && isMergedByField(type)) {
    return reapplyFields(stored, { before, after }, type);
  }
  return isArray(stored) && isArray(after) && isMergedByEntry(type)
    ? reapplyEntries(stored, { before, after }, type)
    : (after ?? undefined);
}

/** A null is the same as an empty mapping here. */
function isMapping(value: JsonValue): boolean {
  return value === null || isObject(value);
}

function reapplyFields(
  stored: JsonValue,
  { before, after }: Manifests,
  type: MergeType,
): JsonValue | undefined {
  const names = [...new Set([...namesOf(stored), ...namesOf(after)])];
  const fields = names.flatMap((name) => {
    const below = type.is === "map" ? (type.named(name) ?? type.rest) : type;
    const parts = { before: field(before, name), after: field(after, name) };
    const part = reapplyConfiguration(field(stored, name), parts, below ?? { is: "any" });
    return part === undefined ? [] : [[name, part] as const];
  });
  return after === null && fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function namesOf(value: JsonValue | undefined): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function reapplyEntries(
  stored: JsonArray,
  { before, after }: { readonly before: JsonValue | undefined; readonly after: JsonArray },
  type: MergedList,
): JsonArray {
  const byStep = (list: JsonArray): ReadonlyMap<string, JsonValue> =>
    new Map(list.map((entry, index) => [stepTo(entry, index, type) ?? `[${index}]`, entry]));
  const [kept, given] = [byStep(stored), byStep(isArray(before) ? before : [])];
  return [...byStep(after)].map(
    ([step, entry]) =>
      reapplyConfiguration(kept.get(step), { before: given.get(step), after: entry }, type.item()) ?? entry,
  );
}
