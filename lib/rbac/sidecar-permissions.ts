import type { Account, Permission } from "./permission.ts";

/**
 * Returns the permissions of a sidecar in its own namespace, whatever it reconciles: to report its units, to
 * find its replicas, to impersonate another account.
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
