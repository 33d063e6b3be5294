import type { Manifest } from "../../manifest/manifest.ts";
import { fieldOrigin, nameOrigin } from "../../manifest/locate-field.ts";
import type { Diagnostic, Related } from "../../object/diagnostic/diagnostic.ts";
import { append } from "../../object/append.ts";
import type { Path } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import type { CustomDefinition } from "../model/crd.ts";
import { claimGroups } from "./claim-groups.ts";
import { claimDemand, type Demand, objectDemand, podDemand } from "./demands.ts";
import { claimBreaches, type LimitBreach, podBreaches } from "./limit-breaches.ts";
import { containerDefaults, limitItems } from "./limit-items.ts";
import { podGroups } from "./pod-groups.ts";
import { podResources } from "./pod-resources.ts";
import { type Excess, excessOf, missingResources } from "./quota-excess.ts";

/** Options of comparing a set with its quotas. */
export interface QuotaCheck {
  readonly minor: number;
  /** The definitions of custom resources, by group and kind. */
  readonly definitions: ReadonlyMap<string, CustomDefinition>;
}

/**
 * Reports what the objects of a set alone need beyond the ResourceQuotas and LimitRanges of the set. These
 * are warnings: the API server applies workloads and refuses their pods. Complexity: linear in the objects of
 * a namespace, for each of its quotas.
 */
export function checkQuotas(manifests: readonly Manifest[], check: QuotaCheck): readonly Diagnostic[] {
  const limiting = manifests.filter(({ ref }) => ref.group === "" && limitingKinds.has(ref.kind));
  const namespaces = new Set(limiting.map(({ ref }) => ref.namespace));
  if (namespaces.size === 0) {
    return [];
  }
  const byNamespace = Map.groupBy(manifests, ({ ref }) => ref.namespace);
  return [...namespaces]
    .toSorted(compareText)
    .flatMap((namespace) => checkNamespace(byNamespace.get(namespace) ?? [], check));
}

const limitingKinds: ReadonlySet<string> = new Set(["LimitRange", "ResourceQuota"]);

function checkNamespace(members: readonly Manifest[], check: QuotaCheck): readonly Diagnostic[] {
  const sorted = members.toSorted((left, right) => compareText(left.key, right.key));
  const ofKind = (kind: string): readonly Manifest[] =>
    sorted.filter(({ ref }) => ref.group === "" && ref.kind === kind);
  const items = limitItems(ofKind("LimitRange"));
  const usual = containerDefaults(items);
  const pods = podGroups(sorted).map((group) => ({
    group,
    resources: podResources(group.spec, { usual, minor: check.minor }),
  }));
  const claims = claimGroups(
    sorted,
    pods.map(({ group }) => group),
  );
  const demands = [
    ...sorted.flatMap((manifest) => objectDemand(manifest, check.definitions) ?? []),
    ...pods.map(({ group, resources }) => podDemand(group, resources)),
    ...claims.map(claimDemand),
  ].toSorted((left, right) => compareText(left.manifest.key, right.manifest.key));
  return [
    ...pods.flatMap(({ group: { manifest, path }, resources }) =>
      podBreaches(resources, items).map((breach) => breachFinding(manifest, path, breach)),
    ),
    ...claims.flatMap((claim) =>
      claimBreaches(claim, items).map((breach) => breachFinding(claim.manifest, claim.path, breach)),
    ),
    ...ofKind("ResourceQuota").flatMap((quota) => [
      ...pods.flatMap((pod) => missingFinding(quota, pod)),
      ...excessFindings(quota, demands),
    ]),
  ];
}

function breachFinding(
  manifest: Manifest,
  path: Path,
  { item, limit, text, path: within }: LimitBreach,
): Diagnostic {
  const { range, index } = item;
  return {
    code: "LimitRangeExceeded",
    severity: "warning",
    message: `${manifest.key}: ${text} in LimitRange/${range.name}: the API server would refuse it`,
    ref: manifest.key,
    origin: fieldOrigin(manifest, [...path, ...within], "value"),
    related: [
      {
        message: `LimitRange/${range.name}`,
        origin: fieldOrigin(range, ["spec", "limits", index, ...limit], "key"),
      },
    ],
  };
}

function missingFinding(quota: Manifest, pod: Parameters<typeof missingResources>[1]): readonly Diagnostic[] {
  const missing = missingResources(quota, pod);
  const { manifest } = pod.group;
  const facts = missing.map(({ resource, containers }) => `${resource} for ${containers.join(", ")}`);
  return missing.length === 0
    ? []
    : [
        {
          code: "QuotaNeedsResources",
          severity: "warning",
          message: `${manifest.key}: ResourceQuota/${quota.name} demands ${facts.join("; ")}: the API server would refuse the pods; set it, or a default in a LimitRange`,
          ref: manifest.key,
          origin: fieldOrigin(manifest, [...pod.group.path, "containers"], "key"),
          related: missing.map(({ resource }) => hardPlace(quota, resource)),
        },
      ];
}

function hardPlace(quota: Manifest, resource: string): Related {
  return {
    message: `${resource} of ResourceQuota/${quota.name}`,
    origin: fieldOrigin(quota, ["spec", "hard", resource], "key"),
  };
}

/** Returns one finding for each object that exceeds the quota, with all resources for which it does. */
function excessFindings(quota: Manifest, demands: readonly Demand[]): readonly Diagnostic[] {
  const byObject = new Map<Manifest, Excess[]>();
  for (const excess of excessOf(quota, demands)) {
    append(byObject, excess.manifest, excess);
  }
  return [...byObject].map(([manifest, found]) => {
    const figures = found.map(({ resource, used, hard }) => `${resource} used ${used}, hard ${hard}`);
    return {
      code: "QuotaExceeded",
      severity: "warning",
      message: `${manifest.key}: with it the set alone exceeds ResourceQuota/${quota.name}: ${figures.join("; ")}; request less, or raise the quota`,
      ref: manifest.key,
      origin: nameOrigin(manifest),
      related: found.map(({ resource }) => hardPlace(quota, resource)),
    };
  });
}
