import type { Manifest } from "../../manifest/manifest.ts";
import { annotationOf } from "../../object/metadata.ts";
import { append } from "../../object/append.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import { isAppliedFirst } from "../index/change-groups.ts";
import type { Edge } from "../model/edge.ts";
import type { OrderNode } from "../model/order-node.ts";
import { isHardEdge } from "../cycle/edge-priority.ts";

/** The weight of what other objects are likely to need. */
const early = -1;

/**
 * Returns the nodes as kapp's default rules order them: Namespaces, storage, RBAC, and what pods need, before
 * all namespaced objects, unless a rule puts them after one of these. Other cluster-scoped objects do not
 * wait for them. Complexity: O(nodes + edges).
 */
export function asKappDefaults(
  nodes: readonly OrderNode[],
  edges: readonly Edge[],
  manifests: readonly Manifest[],
): readonly OrderNode[] {
  const isEarly = manifests.map(({ ref }) => isAppliedFirst(ref) || groupKindKey(ref) === "/Namespace");
  const isFree = manifests.map(({ ref }, index) => ref.namespace === "" && isEarly[index] === false);
  const late = withDependents(
    manifests.keys().filter((index) => isEarly[index] === false && isFree[index] === false),
    edges,
  );
  return nodes.map((node) => {
    const { manifest, first } = node;
    if (node.stage !== "main" || node.hook !== null || node.weightWritten || node.freed) {
      return node;
    }
    if (isEarly[manifest] === true) {
      return late.has(manifest) ? node : { ...node, weight: early };
    }
    return isFree[manifest] === true && !first ? { ...node, unheld: true } : node;
  });
}

/** The manifests, and those that wait, directly or not, for one of them. */
function withDependents(manifests: Iterable<number>, edges: readonly Edge[]): ReadonlySet<number> {
  const users = new Map<number, number[]>();
  for (const edge of edges.filter(isWritten)) {
    append(users, edge.to, edge.from);
  }
  const found = new Set(manifests);
  for (const index of found) {
    for (const user of users.get(index) ?? []) {
      found.add(user);
    }
  }
  return found;
}

function isWritten({ rule }: Edge): boolean {
  return isHardEdge(rule) || rule === "optional-change-rule";
}

/**
 * Switches some default rules of kapp off for one object: of those that references stand for, that bindings
 * come after their roles. kapp checks only that it exists.
 */
const withoutDefaults = "kapp.k14s.io/disable-default-change-group-and-rules";

const bindings: ReadonlySet<string> = new Set([
  "rbac.authorization.k8s.io/RoleBinding",
  "rbac.authorization.k8s.io/ClusterRoleBinding",
]);

/**
 * Reports whether an edge counts in kapp's order: an object comes after what it references, except a binding
 * that is annotated. Other implicit edges are not kapp's.
 */
export function isOfKapp(edge: Edge): boolean {
  return isWritten(edge) || (edge.rule === "reference" && !isWithoutDefaults(edge.by));
}

function isWithoutDefaults({ ref, value }: Manifest): boolean {
  return bindings.has(groupKindKey(ref)) && annotationOf(value, withoutDefaults) !== undefined;
}
