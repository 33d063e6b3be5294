/** The verbs of the API server, in the order in which they are printed. */
export const verbs = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "escalate",
  "bind",
  "attest",
  "impersonate",
] as const;
export type ApiVerb = (typeof verbs)[number];

/** The reasons for a permission, in the order in which permissions are printed. */
export const reasons = [
  "record",
  "lock",
  "home",
  "objects",
  "strays",
  "escalate",
  "bind",
  "parameters",
  "attest",
  "pods",
  "events",
  "definitions",
  "storage-classes",
  "external",
  "contents",
  "units",
  "members",
  "sidecar-events",
  "kubeconfigs",
  "impersonate",
] as const;
export type Reason = (typeof reasons)[number];

/** One permission required by the API server. */
export interface Permission {
  /** Empty for a cluster-wide one. */
  readonly namespace: string;
  readonly group: string;
  /** As in RBAC: `deployments`, `pods/log`. */
  readonly resource: string;
  readonly verbs: readonly ApiVerb[];
  /** The object; undefined if the names of the objects are not known in advance. */
  readonly name?: string;
  readonly reason: Reason;
}

/** An RBAC rule. */
export interface PolicyRule {
  readonly group: string;
  /** Sorted, each once; every rule has at least one. */
  readonly resources: readonly string[];
  /** Sorted, each once; empty for all objects. */
  readonly names: readonly string[];
  readonly verbs: readonly ApiVerb[];
  /** The reasons for the rule, sorted as in `reasons`. */
  readonly reasons: readonly Reason[];
}

/** The rules of one namespace, or of the cluster. */
export interface Grant {
  /** Empty for the cluster. */
  readonly namespace: string;
  readonly rules: readonly PolicyRule[];
}

/** A ServiceAccount. */
export interface Account {
  readonly namespace: string;
  readonly name: string;
}
