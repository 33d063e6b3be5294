import { append } from "../object/append.ts";
import { formatRef, type ObjectRef, type GroupKind, groupKindKey } from "../object/object-ref.ts";
import { nameObjects, nameSet, type ObjectNames } from "../object/object-name.ts";
import { suggest } from "../object/diagnostic/suggestion.ts";
import type { Plan } from "./plan.ts";
import { guessedNames, shortNames } from "../order/index/resource-name.ts";
import { isCrd, readCrdNames } from "../manifest/crd.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { builtinKind } from "../object/builtin/builtin-kind.ts";

/** The result of looking up an object by a user's text. References are complete. */
export type FoundObject =
  | { readonly kind: "found"; readonly ref: string }
  | { readonly kind: "ambiguous"; readonly candidates: readonly string[] }
  | { readonly kind: "unknown"; readonly suggestions: readonly string[] };

/**
 * Finds the object of the plan that a user names: by its full reference, `Kind/name`, `Kind/namespace/name`,
 * with the kind and group as kubectl accepts them (`deploy/web`, `deployments.apps/web`), or by its name
 * alone; or by its name in text output, `Deployment/web -n shop`. Case does not matter unless it alone
 * distinguishes two objects. Of objects with that name, the one in the namespace of the plan is meant.
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
  return findRef(text, refs, { words: kindWords(plan), namespace: plan.namespace });
}

/** The aliases of the kinds to choose from, and the namespace that a name without one means. */
interface NameContext {
  readonly words: KindAliases;
  readonly namespace: string;
}

/** Like `findObject`, among objects by reference. */
export function findRef(
  text: string,
  refs: ReadonlyMap<string, ObjectRef>,
  { words, namespace }: NameContext,
): FoundObject {
  if (refs.has(text)) {
    return { kind: "found", ref: text };
  }
  const wanted = text.toLowerCase();
  const named = new Map([...refs].filter(([, ref]) => spellings(ref, words).includes(wanted)));
  const candidates = named.size < 2 ? [...named.keys()] : preferred(text, named, namesOf(refs, namespace));
  const [only] = candidates;
  if (only === undefined) {
    return { kind: "unknown", suggestions: suggestions(wanted, refs, words) };
  }
  return candidates.length === 1 ? { kind: "found", ref: only } : { kind: "ambiguous", candidates };
}

/** The names of the objects in text output. */
function namesOf(refs: ReadonlyMap<string, ObjectRef>, namespace: string): ObjectNames {
  return nameObjects(refs.keys(), nameSet(refs.keys()).namespace ?? namespace);
}

/** Returns the object that is meant, if it is clear: printed under that name, or in the stated namespace. */
function preferred(
  text: string,
  candidates: ReadonlyMap<string, ObjectRef>,
  { nameOf, namespace }: ObjectNames,
): readonly string[] {
  const wanted = text.toLowerCase();
  const keys = [...candidates.keys()];
  const choices = [
    keys.filter((key) => nameOf(key) === text),
    keys.filter((key) => nameOf(key).toLowerCase() === wanted),
    keys.filter((key) => candidates.get(key)?.namespace === namespace),
  ];
  return choices.find((choice) => choice.length === 1) ?? keys;
}

/** Every way to name an object, in lower case. */
function spellings(ref: ObjectRef, words: KindAliases): readonly string[] {
  const { group, namespace, name } = ref;
  const places = namespace === "" ? [name] : [name, `${namespace}/${name}`, `${name} -n ${namespace}`];
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

/**
 * Returns the names by which people refer to a kind, in lower case: kind, plural, singular and short names.
 */
export type KindAliases = (id: GroupKind) => readonly string[];

/**
 * The names for the kinds of a plan: built-in ones as in kubectl, custom ones from their CRD in the plan, or
 * if there is none, with an English plural. Complexity: O(objects).
 */
export function kindWords(plan: Pick<Plan, "groups">): KindAliases {
  return kindWordsAmong(plan.groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest)));
}

/** Like `kindWords`, for the kinds of these objects. */
export function kindWordsAmong(manifests: readonly Manifest[]): KindAliases {
  const known = new Map<string, readonly string[]>();
  for (const definition of manifests.filter(isCrd).map(readCrdNames)) {
    known.set(groupKindKey(definition), [...new Set(definition.names)]);
  }
  return (id) => {
    const key = groupKindKey(id);
    const words = known.get(key) ?? undefinedWords(id);
    known.set(key, words);
    return words;
  };
}

function undefinedWords({ group, kind }: GroupKind): readonly string[] {
  const builtin = builtinKind(group, kind);
  if (builtin === undefined) {
    return [...new Set(guessedNames(kind))];
  }
  const short = [...shortNames].flatMap(([word, meant]) => (meant === kind ? [word] : []));
  return [...new Set([kind.toLowerCase(), builtin.plural, ...short])];
}
