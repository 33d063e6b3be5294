import { append } from "../../object/append.ts";
import { readCrdNames } from "../../manifest/crd.ts";
import { builtinKinds } from "../../object/builtin/builtin-kind.ts";
import type { ObjectRef } from "../../object/object-ref.ts";
import type { ManifestIndex } from "./manifest-index.ts";

/** A resource as people write it on a command line, with the object's name. */
export interface ResourceName {
  /** Kind, plural, singular or short name, in any case: `StatefulSet`, `statefulsets`, `sts`. */
  readonly resource: string;
  /** Undefined if only the resource is specified. */
  readonly group: string | undefined;
  readonly name: string;
  /** The namespace of the object, if its kind is namespaced. */
  readonly namespace: string;
}

interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** In lower case. */
  readonly names: readonly string[];
}

/** The short names of kubectl for the kinds that people wait for, with the built-in kind. */
export const shortNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cm: "ConfigMap",
    cronjob: "CronJob",
    cj: "CronJob",
    crd: "CustomResourceDefinition",
    deploy: "Deployment",
    ds: "DaemonSet",
    ep: "Endpoints",
    hpa: "HorizontalPodAutoscaler",
    ing: "Ingress",
    netpol: "NetworkPolicy",
    no: "Node",
    ns: "Namespace",
    pc: "PriorityClass",
    pdb: "PodDisruptionBudget",
    po: "Pod",
    pv: "PersistentVolume",
    pvc: "PersistentVolumeClaim",
    quota: "ResourceQuota",
    rc: "ReplicationController",
    rs: "ReplicaSet",
    sa: "ServiceAccount",
    sc: "StorageClass",
    sts: "StatefulSet",
    svc: "Service",
  }),
);

/** Groups that kubectl prefers if a kind exists in several. */
const preferredGroups = ["", "apps", "batch", "networking.k8s.io", "policy", "autoscaling", "events.k8s.io"];

/**
 * Returns the reference that a resource name means, among the built-in kinds, those that the set defines, and
 * those that it has objects of; anything else is taken as a namespaced kind, as given.
 */
export function resolveResource(set: ManifestIndex, written: ResourceName): ObjectRef {
  const word = (shortNames.get(written.resource.toLowerCase()) ?? written.resource).toLowerCase();
  const found = (kindsByWord(set).get(word) ?? []).filter(
    (candidate) => written.group === undefined || written.group === candidate.group,
  );
  const kind = found.toSorted((left, right) => preference(left) - preference(right))[0];
  return {
    group: kind?.group ?? written.group ?? "",
    kind: kind?.kind ?? written.resource,
    namespace: kind?.namespaced === false ? "" : written.namespace,
    name: written.name,
  };
}

const known = new WeakMap<ManifestIndex, ReadonlyMap<string, readonly NamedKind[]>>();

/**
 * The kinds that each word may mean in a set, gathered once: a set may hold thousands of CRDs and of names.
 */
function kindsByWord(set: ManifestIndex): ReadonlyMap<string, readonly NamedKind[]> {
  const gathered = known.get(set);
  if (gathered !== undefined) {
    return gathered;
  }
  const byWord = new Map<string, NamedKind[]>();
  for (const kind of [...builtinNames(), ...definedNames(set), ...unknownNames(set)]) {
    for (const name of new Set(kind.names)) {
      append(byWord, name, kind);
    }
  }
  known.set(set, byWord);
  return byWord;
}

function preference(kind: NamedKind): number {
  const rank = preferredGroups.indexOf(kind.group);
  return rank === -1 ? preferredGroups.length : rank;
}

function builtinNames(): readonly NamedKind[] {
  return builtinKinds().map(({ group, kind, plural, namespaced }) => ({
    group,
    kind,
    namespaced,
    names: [kind.toLowerCase(), plural],
  }));
}

function definedNames(set: ManifestIndex): readonly NamedKind[] {
  return [...set.definitions().values()].map((index) => readCrdNames(set.manifest(index)));
}

/** Returns the names of a kind that nothing defines, in lower case, with guessed English plurals. */
export function guessedNames(kind: string): readonly string[] {
  const singular = kind.toLowerCase();
  return [singular, `${singular}s`, `${singular}es`, singular.replace(/y$/, "ies")];
}

/** Kinds of objects of the set that nothing defines. */
function unknownNames(set: ManifestIndex): readonly NamedKind[] {
  return [...set.kinds().values()].flatMap(([first = 0]) => {
    const { ref, scope } = set.manifest(first);
    const names = guessedNames(ref.kind);
    return scope === "unknown" ? [{ group: ref.group, kind: ref.kind, namespaced: true, names }] : [];
  });
}
