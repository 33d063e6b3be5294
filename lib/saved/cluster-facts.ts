import { ApiError } from "../client/model/api-error.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import { getIfExists } from "../apply/store/applyset-store.ts";
import type { RunContext } from "../apply/model/run-context.ts";
import type { Resource } from "../client/model/cluster.ts";
import { isCrd } from "../manifest/crd.ts";
import { hasBuiltinGroup } from "../object/builtin/builtin-kind.ts";
import { generationOf, nameOf, uidOf } from "../object/metadata.ts";
import { compareText, groupKindKey } from "../object/object-ref.ts";
import { type Plan, plannedObjects } from "../plan/plan.ts";
import type { SavedDefinition } from "./saved-plan.ts";

const namespaceKind: Resource = {
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
  verbs: ["get"],
};

/** The uid of the namespace kube-system, which no other cluster has; undefined if it may not be read. */
export async function clusterUid(context: RunContext): Promise<string | undefined> {
  try {
    const found = await getIfExists({ resource: namespaceKind, namespace: "", name: "kube-system" }, context);
    return found === undefined ? undefined : uidOf(found);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      return undefined;
    }
    throw error;
  }
}

/** The CRDs of the cluster that custom resources of a plan need, except those that the set contains. */
export async function neededDefinitions(
  plan: Plan,
  { lookups }: Pick<OpenedRelease, "lookups">,
): Promise<readonly SavedDefinition[]> {
  const manifests = plannedObjects(plan);
  const brought = new Set(manifests.filter(isCrd).map(({ name }) => name));
  const kinds = manifests.map(({ ref }) => ref).filter(({ group }) => !hasBuiltinGroup(group));
  const unique = [
    ...new Map(kinds.map(({ group, kind }) => [groupKindKey({ group, kind }), { group, kind }])),
  ];
  const found = unique.length === 0 ? [] : await lookups.definitions(unique.map(([, kind]) => kind));
  return found
    .map((definition) => ({
      name: nameOf(definition),
      uid: uidOf(definition),
      generation: generationOf(definition) ?? 0,
    }))
    .filter(({ name }) => !brought.has(name))
    .toSorted((left, right) => compareText(left.name, right.name));
}
