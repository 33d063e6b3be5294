import { append } from "../object/append.ts";
import { formatRef, type ObjectRef } from "../object/object-ref.ts";
import { suggest } from "../object/diagnostic/suggestion.ts";
import { type KindAliases, kindWords } from "./kind-aliases.ts";
import type { Plan } from "./plan.ts";

/** The result of looking up an object by a user's text. References are complete. */
export type FoundObject =
  | { readonly kind: "found"; readonly ref: string }
  | { readonly kind: "ambiguous"; readonly candidates: readonly string[] }
  | { readonly kind: "unknown"; readonly suggestions: readonly string[] };

/**
 * Finds the object of the plan that a user names: by its full reference, `Kind/name`, `Kind/namespace/name`,
 * with the kind and group as kubectl accepts them (`deploy/web`, `deployments.apps/web`), or by its name
 * alone. Case does not matter unless it alone distinguishes two objects.
 *
 * Complexity: O(objects).
 */
export function findObject(plan: Plan, text: string): FoundObject {
  const refs = new Map<string, ObjectRef>();
  for (const group of plan.groups) {
    for (const { manifest } of group.objects) {
      refs.set(manifest.key, manifest.ref);
    }
  }
  return findRef(text, refs, kindWords(plan));
}

/** Like `findObject`, among objects by reference, whose kinds have those aliases. */
export function findRef(text: string, refs: ReadonlyMap<string, ObjectRef>, words: KindAliases): FoundObject {
  if (refs.has(text)) {
    return { kind: "found", ref: text };
  }
  const wanted = text.toLowerCase();
  const candidates = [...refs]
    .filter(([, ref]) => spellings(ref, words).includes(wanted))
    .map(([key]) => key);
  const [only] = candidates;
  if (only === undefined) {
    return { kind: "unknown", suggestions: suggestions(wanted, refs, words) };
  }
  return candidates.length === 1 ? { kind: "found", ref: only } : { kind: "ambiguous", candidates };
}

/** Every way to name an object, in lower case. */
function spellings(ref: ObjectRef, words: KindAliases): readonly string[] {
  const { group, namespace, name } = ref;
  const places = namespace === "" ? [name] : [name, `${namespace}/${name}`];
  const kinds = words(ref).flatMap((word) => (group === "" ? [word] : [word, `${word}.${group}`]));
  const named = kinds.flatMap((word) => places.map((place) => `${word}/${place}`));
  return [formatRef(ref), ...named, name].map((spelling) => spelling.toLowerCase());
}

/** The objects with a spelling nearest to the text. */
function suggestions(
  text: string,
  refs: ReadonlyMap<string, ObjectRef>,
  words: KindAliases,
): readonly string[] {
  const owners = new Map<string, string[]>();
  for (const [key, ref] of refs) {
    for (const spelling of new Set(spellings(ref, words))) {
      append(owners, spelling, key);
    }
  }
  const nearest = suggest(text, owners.keys());
  return nearest === undefined ? [] : (owners.get(nearest) ?? []).slice(0, 5);
}
