import { isCrd, readCrdNames } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { type GroupKind, groupKindKey } from "../../object/object-ref.ts";
import type { ManifestIndex } from "./manifest-index.ts";

/** The members of each change group of kapp, by its name: manifests of the set. */
export type ChangeGroups = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Returns the members of the change groups of a set: those that annotations and bindings put into them, and
 * those of kapp's default groups. Complexity: O(manifests × bindings).
 */
export function changeGroupsOf(set: ManifestIndex, bound: BoundGroups = () => []): ChangeGroups {
  const groups = new Map<string, Set<number>>();
  set.manifests.forEach((manifest, index) => {
    const written = set.directives[index]?.changeGroups.map(({ name }) => name) ?? [];
    for (const name of [...written, ...bound(manifest), ...defaultGroups(manifest)]) {
      const members = groups.get(name) ?? new Set();
      groups.set(name, members);
      members.add(index);
    }
  });
  return groups;
}

/** The groups into which the bindings of configurations put an object. */
export type BoundGroups = (manifest: Manifest) => readonly string[];

const rolesAndBindings = "rbac";
const storage = "storage";
const podRelated = "pod-related";

/** The default groups of a kind (https://carvel.dev/kapp/docs/latest/apply-ordering/). */
const groupsByKind: ReadonlyMap<string, readonly string[]> = new Map([
  ["storage.k8s.io/StorageClass", ["storage-class"]],
  ["/PersistentVolume", [storage]],
  ["/PersistentVolumeClaim", [storage]],
  ["rbac.authorization.k8s.io/ClusterRole", ["rbac-roles", rolesAndBindings]],
  ["rbac.authorization.k8s.io/Role", ["rbac-roles", rolesAndBindings]],
  ["rbac.authorization.k8s.io/ClusterRoleBinding", ["rbac-role-bindings", rolesAndBindings]],
  ["rbac.authorization.k8s.io/RoleBinding", ["rbac-role-bindings", rolesAndBindings]],
  ["extensions/NetworkPolicy", [podRelated]],
  ["networking.k8s.io/NetworkPolicy", [podRelated]],
  ["/ResourceQuota", [podRelated]],
  ["/LimitRange", [podRelated]],
  ["extensions/PodSecurityPolicy", [podRelated]],
  ["policy/PodSecurityPolicy", [podRelated]],
  ["scheduling.k8s.io/PriorityClass", [podRelated]],
  ["node.k8s.io/RuntimeClass", [podRelated]],
  ["/ServiceAccount", [podRelated, "serviceaccount"]],
  ["/Secret", [podRelated]],
  ["/ConfigMap", [podRelated]],
  ["kappctrl.k14s.io/App", ["appcr"]],
  ["packaging.carvel.dev/PackageInstall", ["packageinstall"]],
]);

/** Groups whose members come before all other objects under kapp's default rules. */
const firstGroups: ReadonlySet<string> = new Set([rolesAndBindings, storage, "storage-class", podRelated]);

/** Reports whether kapp's default rules apply objects of a kind before all others. */
export function isAppliedFirst(kind: GroupKind): boolean {
  return (groupsByKind.get(groupKindKey(kind)) ?? []).some((group) => firstGroups.has(group));
}

const prefix = "change-groups.kapp.k14s.io/";

/** The default groups that kapp puts an object into. */
function defaultGroups(manifest: Manifest): readonly string[] {
  const { ref } = manifest;
  const groups = [...(groupsByKind.get(groupKindKey(ref)) ?? [])];
  if (isCrd(manifest)) {
    const { group, kind } = readCrdNames(manifest);
    groups.push("crds", `crds-${group}-${kind}`);
  } else if (groupKindKey(ref) === "/Namespace") {
    groups.push("namespaces", `namespaces-${ref.name}`);
  }
  return groups.map((group) => `${prefix}${group}`);
}
