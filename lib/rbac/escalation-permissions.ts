import { objectField, stringField } from "../object/json.ts";
import { groupOf } from "../object/object-ref.ts";
import type { Member } from "./rbac-object.ts";
import type { ResourceNames } from "./resource-names.ts";
import type { Permission } from "./permission.ts";

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
