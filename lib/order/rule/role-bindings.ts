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
  const grants = grantsByIdentity(set);
  if (grants.size === 0) {
    return;
  }
  for (const from of set.workloads()) {
    const manifest = set.manifest(from);
    const { namespace } = manifest.ref;
    const granted = grantsTo({ namespace, name: accountOf(manifest).name }, grants);
    for (const { binding, subject } of granted) {
      const by = set.manifest(binding);
      edges.push({ from, to: binding, until: "present", rule: "grants", by, path: ["subjects", subject] });
    }
  }
}

/** Returns the grants of a set, by the user or group that each one names. */
export function grantsByIdentity(set: ManifestIndex): ReadonlyMap<string, readonly Grant[]> {
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

/** Returns what a ServiceAccount is granted, by its name or by its groups: each binding once. */
export function grantsTo(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  grants: ReadonlyMap<string, readonly Grant[]>,
): readonly Grant[] {
  const identities = [
    `user system:serviceaccount:${namespace}:${name}`,
    `group system:serviceaccounts:${namespace}`,
    "group system:serviceaccounts",
  ];
  const granted = identities.flatMap((id) => grants.get(id) ?? []);
  return [...new Map(granted.map((grant) => [grant.binding, grant])).values()];
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
