/** What the API server lets somebody do, in the order in which it is printed. */
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

/** What a right is for, in the order in which rights are printed. */
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
  "told-events",
  "impersonate",
] as const;
export type Reason = (typeof reasons)[number];

/** One thing that is asked of the API server. */
export interface Permission {
  /** Empty for what is asked of the whole cluster. */
  readonly namespace: string;
  readonly group: string;
  /** As in RBAC: `deployments`, `pods/log`. */
  readonly resource: string;
  readonly verbs: readonly ApiVerb[];
  /** The object; undefined where objects are asked for whose names are not known before. */
  readonly name?: string;
  readonly reason: Reason;
}

/** A rule of RBAC. */
export interface PolicyRule {
  readonly group: string;
  /** Sorted, each once; all rules have one at least. */
  readonly resources: readonly string[];
  /** Sorted, each once; empty for all objects. */
  readonly names: readonly string[];
  readonly verbs: readonly ApiVerb[];
  /** What it is for, sorted as in `reasons`. */
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
