import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { ReadObject } from "../manifest/manifest.ts";
import { fieldOrigin } from "../manifest/locate-field.ts";
import { type GroupKind, groupKindKey, parseRef } from "../object/object-ref.ts";
import { type Plan, type Wait, plannedObjects } from "../plan/plan.ts";
import { authorityNeeds, type Member, membersOf } from "./rbac-object.ts";
import { joinNeeds } from "./merge-permissions.ts";
import { objectNeeds } from "./object-permissions.ts";
import { ResourceNames, type GivenPlural } from "./resource-names.ts";
import type { Account, Grant, Permission } from "./permission.ts";
import {
  sidecarNeeds,
  type SidecarAccount,
  type AwaitedResource,
  watchPermissions,
} from "./watch-permissions.ts";
import { parentName } from "../inventory/apply-set.ts";

/** The accounts whose permissions are computed, and their purpose. */
export interface RightsRequest {
  /** Of an installation. */
  readonly plan: Plan;
  /** Of the previous set, whose objects are pruned if they are no longer in the other one. */
  readonly before?: Plan;
  /** CRDs of kinds that the set does not define itself; other objects are ignored. */
  readonly definitions: readonly ReadObject[];
  /** Kinds without a CRD. */
  readonly plurals?: readonly GivenPlural[];
  /** Objects that the release has and a later set lacks are deleted. */
  readonly prune: boolean;
  readonly hooks: boolean;
  /** The account that applies the release. */
  readonly account: Account;
  /** The account of a sidecar that reconciles the release; undefined if there is none. */
  readonly sidecar: SidecarAccount | undefined;
}

/** The grants of one account. */
export interface Subject {
  readonly account: Account;
  /** Whether it is that of a sidecar which impersonates another account for the release itself. */
  readonly isSidecar: boolean;
  readonly grants: readonly Grant[];
}

/** The permissions, and why some could not be computed. */
export interface NeededRights {
  readonly holders: readonly Subject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Computes the permissions that a release needs from its first run to its deletion, as the engine sends
 * requests to the API server: everything in it is indispensable, except what only adds detail to reports
 * (pods, logs, events). Complexity: O(objects × namespaces).
 */
export function requiredPermissions({ account, sidecar, ...request }: RightsRequest): NeededRights {
  const diagnostics: Diagnostic[] = [];
  const needs = releaseNeeds(request, diagnostics);
  return { holders: holdersOf(needs, { account, sidecar }), diagnostics };
}

function holdersOf(
  needs: readonly Permission[],
  { account, sidecar }: Pick<RightsRequest, "account" | "sidecar">,
): readonly Subject[] {
  if (sidecar === undefined) {
    return [{ account, isSidecar: false, grants: joinNeeds(needs) }];
  }
  const isItself = sidecar.namespace === account.namespace && sidecar.name === account.name;
  const own = sidecarNeeds(sidecar, isItself ? undefined : account);
  return isItself
    ? [{ account, isSidecar: false, grants: joinNeeds([...needs, ...own]) }]
    : [
        { account, isSidecar: false, grants: joinNeeds(needs) },
        { account: sidecar, isSidecar: true, grants: joinNeeds(own) },
      ];
}

function releaseNeeds(
  { plan, before, definitions, plurals, prune, hooks }: Omit<RightsRequest, "account" | "sidecar">,
  diagnostics: Diagnostic[],
): readonly Permission[] {
  const plans = before === undefined ? [plan] : [plan, before];
  const names = new ResourceNames(
    [...plans.flatMap((each) => plannedObjects(each)), ...definitions],
    plurals,
  );
  const members = plans.flatMap((each) => namedMembers(each, { hooks, names, diagnostics }));
  const awaited = awaitedOf(plan, names, diagnostics);
  return [
    ...recordNeeds(plan, members),
    ...objectNeeds({ members, namespace: plan.namespace, prune, names }),
    ...members.flatMap((member) => authorityNeeds(member, names)),
    ...watchPermissions(members, awaited),
  ];
}

interface Naming {
  readonly hooks: boolean;
  readonly names: ResourceNames;
  readonly diagnostics: Diagnostic[];
}

function namedMembers(plan: Plan, { hooks, names, diagnostics }: Naming): readonly Member[] {
  const reported = new Set<string>();
  return membersOf(plan, hooks).flatMap((member) => {
    const { ref, key, origin } = member.manifest;
    const resource = names.find(ref);
    if (resource !== undefined) {
      return [{ ...member, resource }];
    }
    if (!reported.has(groupKindKey(ref))) {
      reported.add(groupKindKey(ref));
      diagnostics.push({ ...unknownPlural(ref), ref: key, origin });
    }
    return [];
  });
}

function awaitedOf(plan: Plan, names: ResourceNames, diagnostics: Diagnostic[]): readonly AwaitedResource[] {
  const objects = plan.groups.flatMap((group) => group.objects);
  const waits = objects.flatMap(({ waitsFor }) => waitsFor.filter(({ external }) => external));
  const only = objects
    .filter(({ treatment }) => treatment.isExternal)
    .map(({ manifest }) => ({ on: manifest.key, cause: { manifest, path: ["kind"] } }));
  return [...waits, ...only].flatMap((wait) => awaitedBy(wait, names, diagnostics));
}

function awaitedBy(
  { on, cause }: Pick<Wait, "on" | "cause">,
  names: ResourceNames,
  diagnostics: Diagnostic[],
): readonly AwaitedResource[] {
  const ref = parseRef(on);
  const resource = ref && names.findLoosely(ref);
  if (ref !== undefined && resource !== undefined) {
    return [{ resource, namespace: ref.namespace, name: ref.name }];
  }
  const { manifest, path } = cause;
  const origin = fieldOrigin(manifest, path, "value");
  diagnostics.push({ ...unknownPlural(ref ?? { group: "", kind: on }), ref: manifest.key, origin });
  return [];
}

function unknownPlural({ group, kind }: GroupKind): Pick<Diagnostic, "code" | "severity" | "message"> {
  const whose = group === "" ? "" : ` of ${group}`;
  return {
    code: "PluralUnknown",
    severity: "error",
    message: `cannot determine the plural name of ${kind}${whose}: add its definition with --crds, or use --plural ${kind}${group === "" ? "" : `.${group}`}=…`,
  };
}

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
