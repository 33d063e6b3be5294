import { field, indexedList } from "../../object/json.ts";
import { labelsOf, mayMatch } from "../label-selector.ts";
import type { RuleContext } from "../rule.ts";

/**
 * A ClusterRole with an aggregationRule stands after the ClusterRoles that it gathers, as if it named them. So it is complete
 * from the start, and goes before them: its controller writes it anew after each change of theirs, and one that has just been
 * deleted would come back.
 */
export function aggregatedRoleRule({ set, edges }: RuleContext): void {
  const roles = set.ofKind("rbac.authorization.k8s.io", "ClusterRole");
  for (const from of roles) {
    const by = set.manifest(from);
    const gathered = new Set([from]);
    for (const [index, selector] of indexedList(field(by.value, "aggregationRule"), "clusterRoleSelectors")) {
      const path = ["aggregationRule", "clusterRoleSelectors", index];
      for (const to of roles) {
        if (!gathered.has(to) && mayMatch(selector, labelsOf(set.manifest(to).value))) {
          gathered.add(to);
          edges.push({ from, to, until: "present", rule: "reference", by, path });
        }
      }
    }
  }
}
