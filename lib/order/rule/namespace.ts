import type { RuleContext } from "../model/edge.ts";

/** An object waits for its Namespace in the set to be ready (Config Sync, implicit dependencies). */
export function namespaceRule({ set, edges }: RuleContext): void {
  if (set.ofKind("", "Namespace").length === 0) {
    return;
  }
  set.manifests.forEach((manifest, from) => {
    const { namespace } = manifest.ref;
    const to = namespace === "" ? undefined : set.lookUp("", "Namespace", { namespace: "", name: namespace });
    if (to !== undefined) {
      edges.push({
        from,
        to,
        until: "ready",
        rule: "namespace",
        by: manifest,
        path: ["metadata", "namespace"],
      });
    }
  });
}
