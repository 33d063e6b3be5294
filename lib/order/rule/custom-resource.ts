import type { RuleContext } from "../model/edge.ts";

/** A custom resource waits for its CRD in the set to be established and served. */
export function customResourceRule({ set, edges }: RuleContext): void {
  for (const [kind, to] of set.definitions()) {
    for (const from of set.kinds().get(kind) ?? []) {
      const by = set.manifest(from);
      edges.push({ from, to, until: "ready", rule: "custom-resource", by, path: ["kind"] });
    }
  }
}
