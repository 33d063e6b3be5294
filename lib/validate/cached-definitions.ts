import { definedKind, isCrd } from "../manifest/crd.ts";
import type { Manifest, ReadObject } from "../manifest/manifest.ts";
import { hasBuiltinGroup } from "../object/builtin/builtin-kind.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { count } from "../object/message-text.ts";
import { compareText, type GroupKind, groupKindKey, groupOf } from "../object/object-ref.ts";
import { isCurrentDefinition } from "./model/crd.ts";

/** Returns the custom kinds of objects that no definition among them defines, sorted. */
export function customKindsWithout(objects: readonly ReadObject[]): readonly GroupKind[] {
  const defined = new Set(objects.filter(isCrd).map(({ value }) => groupKindKey(definedKind(value))));
  const used = new Map<string, GroupKind>();
  for (const { apiVersion, kind } of objects) {
    const id = { group: groupOf(apiVersion), kind };
    const key = groupKindKey(id);
    if (!hasBuiltinGroup(id.group) && !defined.has(key)) {
      used.set(key, id);
    }
  }
  return [...used].toSorted(([left], [right]) => compareText(left, right)).map(([, id]) => id);
}

/** Returns the definitions of these kinds, as they can be stored: one for each, of the current version. */
export function definitionsOf(
  manifests: readonly Manifest[],
  kinds: readonly GroupKind[],
): readonly Manifest[] {
  const wanted = new Set(kinds.map(groupKindKey));
  return manifests.filter(
    (manifest) => isCurrentDefinition(manifest) && wanted.has(groupKindKey(definedKind(manifest.value))),
  );
}

/** Returns a note that names the cached definitions that are used; none without any. */
export function cachedNote(definitions: readonly Manifest[]): readonly Diagnostic[] {
  const names = definitions.map(({ name }) => name).toSorted(compareText);
  return names.length === 0
    ? []
    : [
        {
          code: "CrdsCached",
          severity: "note",
          message: `${count(names.length, "CRD")} of the cache ${names.length === 1 ? "is" : "are"} used: ${names.join(", ")}; --cached-crds=false ignores the cache`,
          members: definitions.map(({ key }) => key),
        },
      ];
}
