import { isMember } from "../../inventory/applyset-membership.ts";
import type { JsonObject } from "../../object/json.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { definedKind, isDefinitionKind } from "../../manifest/crd.ts";
import { refOf } from "../../object/metadata.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import type { Plan } from "../../plan/plan.ts";

/** The objects of a release that its set no longer has, by key. */
export function findCandidates(
  deps: EffectDeps,
  id: string,
  isWanted: (key: string, object: JsonObject) => boolean,
): ReadonlyMap<string, JsonObject> {
  const candidates = new Map<string, JsonObject>();
  for (const [key, object] of deps.liveObjects.all()) {
    if (!isWanted(key, object) && isMember(object, id)) {
      candidates.set(key, object);
    }
  }
  return candidates;
}

/**
 * Returns a function for the reason why a set needs an object that is not in it; undefined if it does not.
 * Deleting a Namespace that contains objects of the set or the record of the release, or a CRD that the set
 * has objects of, would delete these too.
 */
export function neededBySet(plan: Plan): (object: JsonObject) => string | undefined {
  const manifests = plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest));
  const inNamespace = new Map(manifests.map(({ ref, key }) => [ref.namespace, key]));
  const ofKind = new Map(manifests.map(({ ref, key }) => [groupKindKey(ref), key]));
  return (object) => {
    const { group, kind, name } = refOf(object);
    if (group === "" && kind === "Namespace") {
      const inside = inNamespace.get(name);
      return inside === undefined ? recordIn(plan, name) : `it contains ${inside} of the set`;
    }
    if (isDefinitionKind({ group, kind })) {
      const defined = ofKind.get(groupKindKey(definedKind(object)));
      return defined === undefined ? undefined : `it defines the kind of ${defined} of the set`;
    }
    return undefined;
  };
}

function recordIn({ namespace }: Plan, name: string): string | undefined {
  return name === namespace ? "it contains the record of the release" : undefined;
}
