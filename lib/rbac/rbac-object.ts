import { isFromCrdsFolder } from "../manifest/crd.ts";
import { mayRecreate } from "../inventory/immutable-fields.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Plan } from "../plan/plan.ts";
import type { NamedResource, ResourceNames } from "./resource-names.ts";
import { objectField, stringField } from "../object/json.ts";
import { groupOf } from "../object/object-ref.ts";
import type { Permission } from "./permission.ts";

/** An object of the set as needed for computing permissions. */
export interface Member {
  readonly manifest: Manifest;
  /** Whether it carries the label of the release, by which objects are searched for and pruned. */
  readonly owned: boolean;
  /** Whether it is deleted although it is in the set, as hooks are before they run again. */
  readonly isReplaced: boolean;
  readonly resource: NamedResource;
}

/** A member whose resource name is not known yet. */
type UnnamedMember = Omit<Member, "resource">;

/**
 * All objects that a release may write at one time or another: those of the plan and, with hooks, those of
 * other events.
 */
export function membersOf({ groups, resting }: Plan, hooks: boolean): readonly UnnamedMember[] {
  const planned = groups.flatMap(({ objects }) =>
    objects
      .filter(({ treatment }) => !treatment.isExternal)
      .map(({ manifest, owned, hook, deletePolicy }) => ({
        manifest,
        owned,
        isReplaced: hook !== null || deletePolicy.length > 0 || mayRecreate(manifest.value, deletePolicy),
      })),
  );
  const asleep = resting
    .filter(({ manifest, owned }) => owned || hooks || isFromCrdsFolder(manifest))
    .map(({ manifest, owned }) => ({ manifest, owned, isReplaced: !owned && !isFromCrdsFolder(manifest) }));
  return [...planned, ...asleep];
}

const rbac = "rbac.authorization.k8s.io";

/**
 * Returns the permissions that the API server requires, besides that to write an object, if the object grants
 * permissions or authority: to grant permissions that one does not have oneself (Kubernetes documentation,
 * "Privilege escalation prevention and bootstrapping"), to read the parameters of a policy ("Validating
 * Admission Policy", "Authorization"), to vouch for a signer ("Certificate Signing Requests",
 * "ClusterTrustBundles").
 */
export function authorityNeeds(member: Member, names: ResourceNames): readonly Permission[] {
  const { group, kind } = member.resource;
  switch (`${group}/${kind}`) {
    case `${rbac}/Role`:
    case `${rbac}/ClusterRole`:
      return [escalation(member)];
    case `${rbac}/RoleBinding`:
    case `${rbac}/ClusterRoleBinding`:
      return [binding(member)];
    case "admissionregistration.k8s.io/ValidatingAdmissionPolicy":
    case "admissionregistration.k8s.io/MutatingAdmissionPolicy":
      return parameters(member, names);
    case "certificates.k8s.io/ClusterTrustBundle":
      return attestation(member);
    default:
      return [];
  }
}

function escalation({ manifest: { ref }, resource: { resource } }: Member): Permission {
  const { namespace, name } = ref;
  return { namespace, group: rbac, resource, verbs: ["escalate"], name, reason: "escalate" };
}

function binding({ manifest: { ref, value } }: Member): Permission {
  const role = objectField(value, "roleRef");
  const resource = stringField(role, "kind") === "ClusterRole" ? "clusterroles" : "roles";
  const name = stringField(role, "name") ?? "";
  return { namespace: ref.namespace, group: rbac, resource, verbs: ["bind"], name, reason: "bind" };
}

function parameters({ manifest: { value } }: Member, names: ResourceNames): readonly Permission[] {
  const kind = objectField(objectField(value, "spec"), "paramKind");
  const group = groupOf(stringField(kind, "apiVersion") ?? "");
  const found = names.find({ group, kind: stringField(kind, "kind") ?? "" });
  return found === undefined
    ? []
    : [{ namespace: "", group, resource: found.resource, verbs: ["get"], reason: "parameters" }];
}

function attestation({ manifest: { value } }: Member): readonly Permission[] {
  const name = stringField(objectField(value, "spec"), "signerName");
  const of = { namespace: "", group: "certificates.k8s.io", resource: "signers", reason: "attest" } as const;
  return name === undefined ? [] : [{ ...of, verbs: ["attest"], name }];
}
