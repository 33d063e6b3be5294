import { guessedNames, shortNames } from "../order/index/resource-name.ts";
import { isCrd, readCrdNames } from "../manifest/crd.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { builtinKind } from "../object/builtin/builtin-kind.ts";
import { type GroupKind, groupKindKey } from "../object/object-ref.ts";
import type { Plan } from "./plan.ts";

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
