import { append } from "../../object/append.ts";
import { type JsonValue, stringField, indexedList } from "../../object/json.ts";
import type { RuleContext } from "../model/edge.ts";
import { accountOf } from "../index/workload.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

/** A grant to an account: the binding and the index of its subject. */
interface Grant {
  readonly binding: number;
  readonly subject: number;
}

/**
 * A workload comes after the role bindings that grant its ServiceAccount something: its first request needs
 * them.
 */
export function roleBindingRule({ set, edges }: RuleContext): void {
  const grants = grantsByAccount(set);
  if (grants.size === 0) {
    return;
  }
  for (const from of set.workloads()) {
    const manifest = set.manifest(from);
    const { namespace } = manifest.ref;
    const account = accountOf(manifest).name;
    const identities = [
      `user system:serviceaccount:${namespace}:${account}`,
      `group system:serviceaccounts:${namespace}`,
      "group system:serviceaccounts",
    ];
    const granted = new Map(
      identities.flatMap((id) => grants.get(id) ?? []).map((grant) => [grant.binding, grant]),
    );
    for (const { binding, subject } of granted.values()) {
      const by = set.manifest(binding);
      edges.push({ from, to: binding, until: "present", rule: "grants", by, path: ["subjects", subject] });
    }
  }
}

function grantsByAccount(set: ManifestIndex): ReadonlyMap<string, readonly Grant[]> {
  const bindings = ["RoleBinding", "ClusterRoleBinding"].flatMap((kind) =>
    set.ofKind("rbac.authorization.k8s.io", kind),
  );
  const grants = new Map<string, Grant[]>();
  for (const binding of bindings) {
    const { value, ref } = set.manifest(binding);
    for (const [subject, written] of indexedList(value, "subjects")) {
      const identity = identityOf(written, ref.namespace);
      append(grants, identity, { binding, subject });
    }
  }
  return grants;
}

/**
 * Service accounts are users of the group `system:serviceaccounts` and of their namespace's (Kubernetes,
 * authentication).
 */
function identityOf(subject: JsonValue, bindingNamespace: string): string {
  const name = stringField(subject, "name") ?? "";
  const kind = stringField(subject, "kind");
  if (kind === "ServiceAccount") {
    return `user system:serviceaccount:${stringField(subject, "namespace") ?? bindingNamespace}:${name}`;
  }
  return kind === "Group" ? `group ${name}` : `user ${name}`;
}
