import { definedKind, isDefinitionKind } from "../manifest/crd.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { takesAlong } from "../apply/effect/pruning.ts";
import type { Member } from "./rbac-object.ts";
import type { ResourceNames } from "./resource-names.ts";
import type { Permission, ApiVerb } from "./permission.ts";

/** Inputs of the permissions on objects. */
export interface ObjectRequests {
  readonly members: readonly Member[];
  /** The namespace of the release. */
  readonly namespace: string;
  readonly prune: boolean;
  readonly names: ResourceNames;
}

/**
 * Returns the permissions for writing, watching and pruning the objects of the set. Namespaced objects are
 * covered by kind, since later sets have other names; cluster-scoped ones by name, as far as the server knows
 * it at that point.
 */
export function objectNeeds(requests: ObjectRequests): readonly Permission[] {
  return [
    ...requests.members.flatMap((member) =>
      member.resource.namespaced ? inNamespace(member, requests) : inCluster(member, requests),
    ),
    ...strays(requests),
    ...requests.members.flatMap((member) => contents(member, requests)),
  ];
}

function inNamespace(member: Member, { prune }: ObjectRequests): readonly Permission[] {
  const { manifest, resource } = member;
  const verbs: readonly ApiVerb[] = ["get", "list", "watch", "create", "patch", ...deleting(member, prune)];
  return [
    {
      namespace: manifest.ref.namespace,
      group: resource.group,
      resource: resource.resource,
      verbs,
      reason: "objects",
    },
  ];
}

function inCluster(member: Member, { prune }: ObjectRequests): readonly Permission[] {
  const { manifest, owned, resource } = member;
  const of = {
    namespace: "",
    group: resource.group,
    resource: resource.resource,
    reason: "objects",
  } as const;
  const { name } = manifest;
  // A server-side apply names what it creates, so that even that can be granted by name.
  const named: Permission = { ...of, name, verbs: ["get", "create", "patch", ...deleting(member, prune)] };
  const looking = { ...of, verbs: ["list", "watch"] } as const;
  // Objects without the label of the release are watched by name.
  return [named, owned ? looking : { ...looking, name }];
}

function deleting({ owned, isReplaced }: Member, prune: boolean): readonly ApiVerb[] {
  return isReplaced || (owned && prune) ? ["delete"] : [];
}

/**
 * Every kind that the release has is searched for in every namespace that it has, even where the set has none
 * of it.
 */
function strays({ members, namespace }: ObjectRequests): readonly Permission[] {
  const here = new Set(members.map(({ manifest: { ref } }) => `${groupKindKey(ref)} ${ref.namespace}`));
  const owned = members.filter((member) => member.owned && member.resource.namespaced);
  const namespaces = new Set([namespace, ...owned.map(({ manifest }) => manifest.ref.namespace)]);
  return [...namespaces].flatMap((place) =>
    owned
      .filter(({ resource }) => !here.has(`${groupKindKey(resource)} ${place}`))
      .map(({ resource: { group, resource } }) => ({
        namespace: place,
        group,
        resource,
        verbs: ["list", "watch"] as const,
        reason: "strays" as const,
      })),
  );
}

/** A Namespace or CRD deletes others with it: these are searched for first. */
function contents(
  { manifest, owned, resource }: Member,
  { prune, names }: ObjectRequests,
): readonly Permission[] {
  if (!(owned && prune && takesAlong(resource))) {
    return [];
  }
  if (!isDefinitionKind(resource)) {
    const all = { group: "*", resource: "*", verbs: ["list"], reason: "contents" } as const;
    return [{ ...all, namespace: manifest.name }];
  }
  const defined = names.find(definedKind(manifest.value));
  return defined === undefined
    ? []
    : [
        {
          namespace: "",
          group: defined.group,
          resource: defined.resource,
          verbs: ["list"],
          reason: "contents",
        },
      ];
}
