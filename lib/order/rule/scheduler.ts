import { field, type JsonValue, objectField, stringField } from "../../object/json.ts";
import { mountedReferences } from "../reference/pod-references.ts";
import type { RuleContext } from "../model/edge.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";
import { podSpecPath, podTemplate } from "../index/workload.ts";

/**
 * A pod with a custom scheduler waits for the workload of the set that mounts the KubeSchedulerConfiguration
 * with that profile: until it is ready the pod stays Pending (Kubernetes, configure multiple schedulers).
 */
export function schedulerRule({ set, edges }: RuleContext): void {
  const providers = providersByProfile(set);
  if (providers.size === 0) {
    return;
  }
  for (const from of set.workloads()) {
    const by = set.manifest(from);
    const profile = stringField(field(podTemplate(by), "spec"), "schedulerName");
    for (const to of providers.get(profile ?? "") ?? []) {
      if (to !== from) {
        const path = [...podSpecPath(by), "schedulerName"];
        edges.push({ from, to, until: "ready", rule: "scheduler", by, path });
      }
    }
  }
}

function providersByProfile(set: ManifestIndex): ReadonlyMap<string, readonly number[]> {
  const providers = new Map<string, number[]>();
  for (const config of set.ofKind("", "ConfigMap")) {
    const profiles = profilesIn(set.manifest(config).value);
    const mounting = profiles.length === 0 ? [] : mounts(set, config);
    for (const profile of profiles) {
      providers.set(profile, [...(providers.get(profile) ?? []), ...mounting]);
    }
  }
  providers.delete("default-scheduler");
  return providers;
}

function profilesIn(config: JsonValue): readonly string[] {
  return Object.values(objectField(config, "data")).flatMap((text) =>
    typeof text === "string" && /^\s*"?kind"?:\s*"?KubeSchedulerConfiguration\b/m.test(text)
      ? [...text.matchAll(/^[\s{-]*"?schedulerName"?:\s*["']?([\w.-]+)/gm)].map((match) => match[1] ?? "")
      : [],
  );
}

function mounts(set: ManifestIndex, config: number): readonly number[] {
  const { namespace, name } = set.manifest(config).ref;
  return set
    .workloadsIn(namespace)
    .filter((index) =>
      mountedReferences(set.manifest(index)).some(
        (mounted) => mounted.kind === "ConfigMap" && mounted.name === name,
      ),
    );
}
