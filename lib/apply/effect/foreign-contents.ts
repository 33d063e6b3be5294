import { definedKind } from "../../manifest/crd.ts";
import { ApiError } from "../../client/model/api-error.ts";
import type { Place, Resource } from "../../client/model/cluster.ts";
import { idLabel } from "../../inventory/apply-set.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import { revisionOfLabel } from "../../inventory/revision.ts";
import { type JsonObject, field } from "../../object/json.ts";
import {
  isTerminating,
  labelOf,
  managedFieldsOf,
  nameOf,
  ownerReferencesOf,
  refOf,
} from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import { type EffectDeps } from "../model/effect-context.ts";
import { fieldManager } from "../model/write-choices.ts";

/**
 * Returns the references, sorted, of what a Namespace or CRD still holds that would be deleted with it and is
 * not the release's own. Objects that Kubernetes puts into every namespace do not count, nor do those with a
 * controller.
 */
export async function foreignContents(
  place: Place,
  {
    deps,
    id,
    ownHooks = new Set(),
  }: { readonly deps: EffectDeps; readonly id: string; readonly ownHooks?: ReadonlySet<string> | undefined },
): Promise<readonly string[]> {
  const resources =
    place.resource.kind === "Namespace" ? contentKinds(deps) : await definedResource(place, deps);
  const namespace = place.resource.kind === "Namespace" ? place.name : undefined;
  const lists = await Promise.all(
    resources.map(async (resource) => {
      const found = await foreignOf(resource, namespace, { deps, id, ownHooks });
      return found.map((object) => keyOf(object, resource));
    }),
  );
  return lists.flat().toSorted();
}

/**
 * Returns the objects of a kind, in a namespace or in all, that are not the release's own, with their
 * metadata only.
 */
export async function foreignOf(
  resource: Resource,
  namespace: string | undefined,
  {
    deps,
    id,
    ownHooks,
  }: { readonly deps: EffectDeps; readonly id: string; readonly ownHooks: ReadonlySet<string> },
): Promise<readonly JsonObject[]> {
  const found = await listAll(resource, namespace, deps);
  return found.filter((object) => counts(object, resource, id) && !isOwnHook(object, resource, ownHooks));
}

function contentKinds({ kinds }: EffectDeps): readonly Resource[] {
  return kinds.all.filter(
    ({ namespaced, verbs, group, kind }) =>
      namespaced && verbs.includes("list") && verbs.includes("delete") && !passing.has(`${group}/${kind}`),
  );
}

/** Kinds whose objects come and go by themselves. */
const passing: ReadonlySet<string> = new Set([
  "/Event",
  "events.k8s.io/Event",
  "/Endpoints",
  "discovery.k8s.io/EndpointSlice",
  "metrics.k8s.io/PodMetrics",
  "coordination.k8s.io/Lease",
]);

async function definedResource(place: Place, deps: EffectDeps): Promise<readonly Resource[]> {
  const definition = await deps.context.cluster.get(place, { signal: deps.context.signal });
  const resource = deps.kinds.find(definedKind(definition));
  return resource === undefined ? [] : [resource];
}

async function listAll(
  resource: Resource,
  namespace: string | undefined,
  { context }: EffectDeps,
): Promise<readonly JsonObject[]> {
  try {
    return await context.cluster.list(
      { resource, metadataOnly: true, ...(namespace === undefined ? {} : { namespace }) },
      { signal: context.signal },
    );
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) {
      return [];
    }
    throw error;
  }
}

function counts(object: JsonObject, resource: Resource, id: string): boolean {
  const isOwned = ownerReferencesOf(object).some((owner) => field(owner, "controller") === true);
  return (
    !isOwned && !isTerminating(object) && !isMember(object, id) && !comesWithNamespace(object, resource, id)
  );
}

/**
 * Reports whether an object is a hook that the release itself has created: one of the same name may be
 * someone else's.
 */
function isOwnHook(object: JsonObject, resource: Resource, ownHooks: ReadonlySet<string>): boolean {
  return (
    ownHooks.has(keyOf(object, resource)) &&
    managedFieldsOf(object).some(
      (entry) => field(entry, "manager") === fieldManager && field(entry, "operation") === "Apply",
    )
  );
}

/**
 * Reports whether an object is one that Kubernetes puts into every namespace, or the release's own record or
 * revision: the record of another release shows what that one has elsewhere.
 */
function comesWithNamespace(object: JsonObject, { group, kind }: Resource, id: string): boolean {
  const isRecord =
    kind === "Secret" && [idLabel, revisionOfLabel].some((label) => labelOf(object, label) === id);
  const isUsual = group === "" && usual.has(`${kind}/${nameOf(object)}`);
  return isRecord || isUsual;
}

const usual: ReadonlySet<string> = new Set(["ConfigMap/kube-root-ca.crt", "ServiceAccount/default"]);

function keyOf(object: JsonObject, { group, kind }: Resource): string {
  return formatRef({ ...refOf(object), group, kind });
}
