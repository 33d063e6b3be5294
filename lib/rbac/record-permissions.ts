import { parentName } from "../inventory/apply-set.ts";
import type { Plan } from "../plan/plan.ts";
import type { Member } from "./rbac-object.ts";
import type { Permission } from "./permission.ts";

/**
 * Returns the permissions for a release's own state: its record and revisions in Secrets, its lock in a
 * Lease, and the namespace of both.
 */
export function recordNeeds({ release, namespace }: Plan, members: readonly Member[]): readonly Permission[] {
  const lock = { namespace, group: "coordination.k8s.io", resource: "leases", reason: "lock" } as const;
  const isOwnHome = members.some(({ manifest }) => manifest.key === `/Namespace/${namespace}`);
  return [
    {
      namespace,
      group: "",
      resource: "secrets",
      // The names of revisions contain increasing numbers, and leftover ones are listed.
      verbs: ["get", "list", "create", "patch", "delete"],
      reason: "record",
    },
    // An object that is created by POST has no name yet when permissions are checked.
    { ...lock, verbs: ["create"] },
    { ...lock, verbs: ["get", "update", "delete"], name: parentName(release) },
    ...(isOwnHome ? [] : [homeNeed(namespace)]),
  ];
}

/** RBAC treats a Namespace as an object inside itself: a Role in it may allow reading it. */
function homeNeed(namespace: string): Permission {
  return { namespace, group: "", resource: "namespaces", verbs: ["get"], name: namespace, reason: "home" };
}
