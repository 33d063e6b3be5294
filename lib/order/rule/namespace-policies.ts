import { field } from "../../object/json.ts";
import { labelLookup, mayMatch } from "../../object/label-selector.ts";
import type { RuleContext } from "../model/edge.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";
import { podTemplate } from "../index/workload.ts";

/**
 * A workload comes after the policies for its pods in their namespace: ResourceQuota, LimitRange, and the
 * NetworkPolicies that select them.
 */
export function namespacePolicyRule({ set, edges }: RuleContext): void {
  for (const [group, kind] of [
    ["", "ResourceQuota"],
    ["", "LimitRange"],
    ["networking.k8s.io", "NetworkPolicy"],
  ] as const) {
    for (const to of set.ofKind(group, kind)) {
      const by = set.manifest(to);
      const path = kind === "NetworkPolicy" ? ["spec", "podSelector"] : ["kind"];
      for (const from of guarded(set, to)) {
        edges.push({ from, to, until: "present", rule: "guards", by, path });
      }
    }
  }
}

function guarded(set: ManifestIndex, guard: number): readonly number[] {
  const manifest = set.manifest(guard);
  const inNamespace = set.workloadsIn(manifest.ref.namespace);
  if (manifest.kind !== "NetworkPolicy") {
    return inNamespace;
  }
  const selector = field(field(manifest.value, "spec"), "podSelector");
  return inNamespace.filter((index) => mayMatch(selector, labelLookup(podTemplate(set.manifest(index)))));
}
