import type { Subject } from "../../rbac/required-permissions.ts";
import type { Account, Grant, Reason, PolicyRule } from "../../rbac/permission.ts";
import { harmlessJson } from "../document/json-document.ts";

/** The release whose permissions are written; it determines the names of the objects. */
export interface ReleaseTitle {
  readonly release: string;
  readonly namespace: string;
}

/** The purpose of a rule, for the person who is asked to grant it. */
const words: Readonly<Record<Reason, string>> = {
  record: "the record of the release and its revisions",
  lock: "the lock of the release",
  home: "whether its namespace exists",
  objects: "objects of the set",
  strays: "finds the objects of the release in all its namespaces",
  escalate: "may grant permissions that it does not have itself",
  bind: "may bind the role without having its permissions",
  parameters: "a policy requires read access to its parameters",
  attest: "a trust bundle requires permission to attest its signer",
  pods: "why a workload is not ready: its pods and their logs",
  events: "why an object is not ready: its events",
  definitions: "custom resources are validated, and their readiness is judged, by their CRDs",
  "storage-classes": "whether a claim waits for its first pod",
  external: "objects that the set waits for",
  contents: "finds what would be deleted along with it",
  units: "the status of the units",
  members: "the replicas of the sidecar coordinate by Leases",
  "sidecar-events": "the Events of the sidecar",
  kubeconfigs: "the kubeconfigs of other clusters",
  impersonate: "acts as the account that applies the release",
};

/**
 * Formats permissions as manifests for `kubectl apply -f -`: a Role with its RoleBinding for every namespace,
 * and a ClusterRole with its ClusterRoleBinding if cluster-scoped access is needed. Each rule states its
 * purpose.
 */
export function rightsYaml(holders: readonly Subject[], release: ReleaseTitle): string {
  return holders
    .flatMap((holder) => holder.grants.flatMap((grant) => documentsOf(grant, holder, release)))
    .map((lines) => `${lines.join("\n")}\n`)
    .join("---\n");
}

type Lines = readonly string[];

function documentsOf(grant: Grant, { account, isSidecar }: Subject, release: ReleaseTitle): readonly Lines[] {
  const scope = grant.namespace === "" ? "Cluster" : "";
  const name = nameOf(grant, isSidecar, release);
  const metadata = [
    "metadata:",
    `  name: ${name}`,
    ...(grant.namespace === "" ? [] : [`  namespace: ${text(grant.namespace)}`]),
  ];
  return [
    [...head(`${scope}Role`), ...metadata, "rules:", ...rulesLines(grant.rules)],
    [
      ...head(`${scope}RoleBinding`),
      ...metadata,
      "roleRef:",
      "  apiGroup: rbac.authorization.k8s.io",
      `  kind: ${scope}Role`,
      `  name: ${name}`,
      ...subjectLines(account),
    ],
  ];
}

/** The separator is a dot, which names of namespaces and releases cannot contain. */
function nameOf({ namespace }: Grant, isSidecar: boolean, of: ReleaseTitle): string {
  const release = `${namespace === of.namespace ? "" : `${of.namespace}.`}${of.release}`;
  return `converge-${release}${isSidecar ? ".sync" : ""}`;
}

function head(kind: string): Lines {
  return ["apiVersion: rbac.authorization.k8s.io/v1", `kind: ${kind}`];
}

function subjectLines({ namespace, name }: Account): Lines {
  return [
    "subjects:",
    "  - kind: ServiceAccount",
    `    name: ${text(name)}`,
    `    namespace: ${text(namespace)}`,
  ];
}

/** Consecutive rules with the same purpose share their comment. */
function rulesLines(rules: readonly PolicyRule[]): Lines {
  return rules.flatMap((rule, index) => {
    const comment = commentOf(rule);
    const before = rules[index - 1];
    const isSame = before !== undefined && commentOf(before) === comment;
    return [...(isSame ? [] : [`  # ${comment}`]), ...ruleLines(rule)];
  });
}

function commentOf({ reasons }: PolicyRule): string {
  return reasons.map((reason) => words[reason]).join("; ");
}

function ruleLines({ group, resources, names, verbs }: PolicyRule): Lines {
  return [
    `  - apiGroups: ${list([group])}`,
    `    resources: ${list(resources)}`,
    ...(names.length === 0 ? [] : [`    resourceNames: ${list(names)}`]),
    `    verbs: ${list(verbs)}`,
  ];
}

function list(values: readonly string[]): string {
  return `[${values.map((value) => text(value)).join(", ")}]`;
}

/** Leaves a value unquoted if every version of YAML reads it as text. */
function text(value: string): string {
  const isPlain = /^[a-z][-a-z0-9./]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(value);
  return isPlain ? value : harmlessJson(value);
}
