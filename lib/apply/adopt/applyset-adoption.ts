/** Adopts an ApplySet of kubectl. */
import type { Place, Resource } from "../../client/model/cluster.ts";
import type { AdoptedOwner, AdoptRequest } from "../../inventory/adoption/adopted-owner.ts";
import {
  applySetOwner,
  applySetRemaining,
  type KubectlApplySet,
  readApplySet,
} from "../../inventory/adoption/kubectl-applyset.ts";
import { membersSelector } from "../../inventory/apply-set.ts";
import { type JsonObject } from "../../object/json.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";
import { getIfExists } from "../store/applyset-store.ts";
import type { Adoption } from "./adoption.ts";
import { listMarked } from "./leftovers.ts";

const secretKind = { group: "", kind: "Secret" };

/** An ApplySet as it was asked for. */
interface AskedSet {
  readonly resource: Resource;
  readonly place: Place;
  /** As messages name it: `ApplySet Secret shop/web`. */
  readonly title: string;
  readonly flag: string;
}

/**
 * Reads the parent of an ApplySet. Throws a RefusedError if it is not one of kubectl. Without a parent its
 * members are unknown.
 */
export async function openApplySet(
  asked: AdoptRequest & { readonly namespace: string },
  kinds: RestMapper,
  context: RunContext,
): Promise<Adoption> {
  const { place, title, flag, resource } = askedSet(asked, kinds);
  const parent = await getIfExists(place, context);
  const set = parent === undefined ? undefined : readSet(parent, title);
  const owner = applySetOwner(set ?? { id: "-" }, title);
  const { plural, group } = resource;
  const word = group === "" ? plural : `${plural}.${group}`;
  return {
    ...owner,
    flag,
    record: set === undefined ? "missing" : "found",
    wasUp: true,
    words: {
      unrecorded: "",
      none: "it does not exist; use --adopt-applyset KIND/NAME if its parent is not a Secret, and NAMESPACE/KIND/NAME if it is in another namespace",
      remaining: parent === undefined ? undefined : applySetRemaining(parent, title, word),
    },
    findLeftovers: async (isWanted, deps) => {
      const found = set === undefined ? new Map<string, JsonObject>() : await listMembers(set, owner, deps);
      return new Map([...found].filter(([key, live]) => !isWanted(key, live)));
    },
  };
}

function askedSet(
  { name, namespace, parent = secretKind }: AdoptRequest & { readonly namespace: string },
  kinds: RestMapper,
): AskedSet {
  const resource = kinds.find(parent) ?? kinds.findLoosely(parent);
  const word = parent.group === "" ? parent.kind : `${parent.kind}.${parent.group}`;
  if (resource === undefined) {
    throw new RefusedError(
      `the cluster does not serve the kind ${word} of the parent of ApplySet ${name}; write it as kubectl does: configmap/NAME, KIND.GROUP/NAME`,
    );
  }
  const home = resource.namespaced ? namespace : "";
  const full = home === "" ? name : `${home}/${name}`;
  return {
    resource,
    place: { resource, namespace: home, name },
    title: `ApplySet ${resource.kind} ${full}`,
    flag: `--adopt-applyset ${namespace}/${word}/${name}`,
  };
}

function readSet(parent: JsonObject, title: string): KubectlApplySet {
  const set = readApplySet(parent, title);
  if ("fault" in set) {
    throw new RefusedError(set.fault);
  }
  return set;
}

function listMembers(
  { id, groupKinds, groupResources, namespaces }: KubectlApplySet,
  owner: AdoptedOwner,
  deps: EffectDeps,
): Promise<ReadonlyMap<string, JsonObject>> {
  const older = groupResources.flatMap((kind) => deps.kinds.findLoosely(kind) ?? []);
  const kinds = [...groupKinds, ...older];
  const extent = { groupKinds: kinds, namespaces, isOpen: false, labelSelector: membersSelector(id) };
  return listMarked(owner, extent, deps);
}
