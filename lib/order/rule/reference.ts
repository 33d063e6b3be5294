import { groupKindKey } from "../../object/object-ref.ts";
import { objectReferences } from "../reference/object-references.ts";
import { podReferences } from "../reference/pod-references.ts";
import type { ObjectReference } from "../reference/reference.ts";
import type { RuleContext } from "../model/edge.ts";
import { isWorkload } from "../index/workload.ts";

/**
 * An object comes after those that it names: a workload after its ServiceAccount, Secrets, ConfigMaps, claims
 * and classes, a binding after its role and subjects, an Ingress after its Services, an autoscaler after its
 * target. A reference to an object outside the set makes no edge and no fault.
 */
export function referenceRule({ set, edges }: RuleContext): void {
  set.manifests.forEach((by, from) => {
    const seen = new Set<number>();
    const found: readonly ObjectReference[] = [
      ...(isWorkload(by) ? podReferences(by) : []),
      ...(objectReferences.get(groupKindKey(by.ref))?.(by) ?? []),
    ];
    for (const { group, kind, namespace, name, path } of found) {
      const to = set.lookUp(group, kind, { namespace, name });
      if (to !== undefined && to !== from && !seen.has(to)) {
        seen.add(to);
        edges.push({ from, to, until: "present", rule: "reference", by, path });
      }
    }
  });
}
