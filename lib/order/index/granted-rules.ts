import {
  field,
  indexedList,
  type JsonValue,
  type Path,
  stringField,
  stringsField,
} from "../../object/json.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Edge } from "../model/edge.ts";
import type { ManifestIndex } from "./manifest-index.ts";

/** An RBAC rule that a binding grants, and the place where it is specified. */
export interface GrantedRule {
  readonly rule: JsonValue;
  /** The one namespace in which it holds; empty if it holds in all. */
  readonly namespace: string;
  readonly by: Manifest;
  readonly path: Path;
}

/** The subject of an RBAC decision: a verb on a resource of a group, in a namespace. */
export interface AccessAttempt {
  readonly verbs: readonly string[];
  readonly group: string;
  /** The names that the resource may have. */
  readonly plurals: readonly string[];
  readonly namespace: string;
}

const rbac = "rbac.authorization.k8s.io";

/** Reports whether a rule allows one of the verbs. Restrictions to names of objects are ignored. */
export function allows({ rule, namespace }: GrantedRule, attempt: AccessAttempt): boolean {
  const names = (list: string, wanted: readonly string[]): boolean =>
    stringsField(rule, list).some((name) => name === "*" || wanted.includes(name));
  return (
    (namespace === "" || namespace === attempt.namespace) &&
    names("apiGroups", [attempt.group]) &&
    names("resources", attempt.plurals.flatMap(withSubresources)) &&
    names("verbs", attempt.verbs)
  );
}

/**
 * Returns the first resource of an attempt that a rule allows, `*` if it allows all; undefined if it allows
 * none.
 */
export function allowedResource(granted: GrantedRule, attempt: AccessAttempt): string | undefined {
  if (!allows(granted, attempt)) {
    return undefined;
  }
  const found = attempt.plurals.find((plural) => {
    const names = withSubresources(plural);
    return stringsField(granted.rule, "resources").some((name) => names.includes(name));
  });
  return found ?? "*";
}

/** The names by which a rule may allow a resource: `deployments/scale` also as `*\/scale`. */
function withSubresources(plural: string): readonly string[] {
  const slash = plural.indexOf("/");
  return slash === -1 ? [plural] : [plural, `*${plural.slice(slash)}`];
}

/** Returns the rules that a RoleBinding or ClusterRoleBinding of the set grants. */
export function grantedRules(
  set: ManifestIndex,
  binding: number,
  gathered: ReadonlyMap<number, readonly Edge[]>,
): readonly GrantedRule[] {
  const by = set.manifest(binding);
  const roleRef = field(by.value, "roleRef");
  const [kind = "", name = ""] = [stringField(roleRef, "kind"), stringField(roleRef, "name")];
  const { namespace } = by.ref;
  const role = set.lookUp(rbac, kind, { namespace: kind === "Role" ? namespace : "", name });
  if (role === undefined) {
    // Kubernetes provides this role itself, so no set has to.
    return kind === "ClusterRole" && name === "cluster-admin"
      ? [{ rule: everything, namespace, by, path: ["roleRef"] }]
      : [];
  }
  // An aggregated role has the rules of those that it aggregates.
  return [role, ...(gathered.get(role) ?? []).map(({ to }) => to)].flatMap((each) =>
    indexedList(set.manifest(each).value, "rules").map(([index, rule]) => ({
      rule,
      namespace,
      by: set.manifest(each),
      path: ["rules", index],
    })),
  );
}

const everything: JsonValue = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };
