import type { Account, Permission } from "./permission.ts";

/**
 * What a sidecar needs for itself in its own namespace, whatever it keeps: to tell of its units, to find its
 * replicas, to act as somebody else.
 */
export function sidecarNeeds({ namespace }: Account, actsAs: Account | undefined): readonly Permission[] {
  const units = { namespace, group: "converge.dev", reason: "units" } as const;
  return [
    {
      ...units,
      resource: "units",
      verbs: ["get", "list", "watch", "create", "patch", "delete"],
    },
    { ...units, resource: "units/status", verbs: ["patch"] },
    {
      namespace,
      group: "coordination.k8s.io",
      resource: "leases",
      verbs: ["list", "watch", "create", "patch", "delete"],
      reason: "members",
    },
    {
      namespace,
      group: "events.k8s.io",
      resource: "events",
      verbs: ["create", "patch"],
      reason: "told-events",
    },
    ...(actsAs === undefined
      ? []
      : [
          {
            namespace: actsAs.namespace,
            group: "",
            resource: "serviceaccounts",
            verbs: ["impersonate"] as const,
            name: actsAs.name,
            reason: "impersonate" as const,
          },
        ]),
  ];
}
