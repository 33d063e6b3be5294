import { parentName } from "../inventory/apply-set.ts";
import type { Plan } from "../plan/plan.ts";
import type { Member } from "./rbac-object.ts";
import type { Permission } from "./permission.ts";

/**
 * What a release remembers itself by: its record and revisions in Secrets, its lock in a Lease, and the
 * namespace of both.
 */
export function recordNeeds({ release, namespace }: Plan, members: readonly Member[]): readonly Permission[] {
  const lock = { namespace, group: "coordination.k8s.io", resource: "leases", reason: "lock" } as const;
  const isOwnHome = members.some(({ manifest }) => manifest.key === `/Namespace/${namespace}`);
  return [
    {
      namespace,
      group: "",
      resource: "secrets",
      // The names of revisions count on, and those that are left over are listed.
      verbs: ["get", "list", "create", "patch", "delete"],
      reason: "record",
    },
    // What is created by POST has no name when rights are looked at.
    { ...lock, verbs: ["create"] },
    { ...lock, verbs: ["get", "update", "delete"], name: parentName(release) },
    ...(isOwnHome ? [] : [homeNeed(namespace)]),
  ];
}

/** RBAC counts a Namespace to what is in it: a Role there may let it be read. */
function homeNeed(namespace: string): Permission {
  return { namespace, group: "", resource: "namespaces", verbs: ["get"], name: namespace, reason: "home" };
}
