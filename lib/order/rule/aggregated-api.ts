import { field, stringField } from "../../object/json.ts";
import { versionOf } from "../../object/object-ref.ts";
import type { RuleContext } from "../model/edge.ts";
import { serviceReference } from "../reference/reference.ts";

/**
 * An APIService waits for the workloads behind its Service, and the objects of its group and version wait for
 * it to be available (Kubernetes, API aggregation layer).
 */
export function aggregatedApiRule({ set, edges }: RuleContext): void {
  for (const api of set.ofKind("apiregistration.k8s.io", "APIService")) {
    const by = set.manifest(api);
    const spec = field(by.value, "spec");
    const service = serviceReference(spec);
    if (service === undefined) {
      continue;
    }
    for (const to of set.backing(service)) {
      edges.push({ from: api, to, until: "ready", rule: "aggregated-api", by, path: ["spec", "service"] });
    }
    for (const from of servedBy(set, stringField(spec, "group") ?? "", stringField(spec, "version") ?? "")) {
      const user = set.manifest(from);
      edges.push({ from, to: api, until: "ready", rule: "aggregated-api", by: user, path: ["apiVersion"] });
    }
  }
}

function servedBy(set: RuleContext["set"], group: string, version: string): readonly number[] {
  return [...set.kinds()]
    .filter(([kind]) => kind.startsWith(`${group}/`))
    .flatMap(([, members]) =>
      members.filter((index) => versionOf(set.manifest(index).apiVersion) === version),
    );
}
