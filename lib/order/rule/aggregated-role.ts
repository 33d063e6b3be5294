import { field, indexedList, type Path } from "../../object/json.ts";
import { labelLookup, mayMatch } from "../../object/label-selector.ts";
import type { RuleContext } from "../model/edge.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

/**
 * A ClusterRole with an aggregationRule waits for the ClusterRoles that it aggregates. So it is complete from
 * the start, and deleted before them: its controller writes it again after each change of theirs, so that one
 * that has just been deleted comes back.
 */
export function aggregatedRoleRule({ set, edges }: RuleContext): void {
  for (const from of set.ofKind("rbac.authorization.k8s.io", "ClusterRole")) {
    const by = set.manifest(from);
    for (const [to, path] of gatheredBy(set, from)) {
      edges.push({ from, to, until: "ready", rule: "reference", by, path });
    }
  }
}

/** The roles that a role aggregates, with the selector that matches them. */
function gatheredBy(set: ManifestIndex, from: number): ReadonlyMap<number, Path> {
  const gathered = new Map<number, Path>();
  const rule = field(set.manifest(from).value, "aggregationRule");
  for (const [index, selector] of indexedList(rule, "clusterRoleSelectors")) {
    const roles = set
      .ofKind("rbac.authorization.k8s.io", "ClusterRole")
      .filter((to) => to !== from && mayMatch(selector, labelLookup(set.manifest(to).value)));
    for (const to of roles) {
      gathered.set(to, gathered.get(to) ?? ["aggregationRule", "clusterRoleSelectors", index]);
    }
  }
  return gathered;
}
