import { type JsonObject, stringField } from "./json.ts";

/**
 * The identity of an object in a cluster: group, kind, namespace, name. It has no version, because the API
 * server serves the same object under all versions.
 *
 * Its text form is the one of `config.kubernetes.io/depends-on`, and the key of every map:
 *
 *     apps/namespaces/shop/Deployment/web                 namespaced
 *     /namespaces/shop/ConfigMap/env                      namespaced, core group
 *     rbac.authorization.k8s.io/ClusterRole/reader        cluster-scoped
 */
export interface ObjectRef {
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

/** A kind, qualified by its API group. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** Formats the reference as in annotations and JSON formats. It always contains a `/`. */
export function formatRef(ref: ObjectRef): string {
  return ref.namespace === ""
    ? `${ref.group}/${ref.kind}/${ref.name}`
    : `${ref.group}/namespaces/${ref.namespace}/${ref.kind}/${ref.name}`;
}

/** Parses a formatted reference; undefined if the text is not one. */
export function parseRef(text: string): ObjectRef | undefined {
  const steps = text.split("/");
  const [group = "", second = "", third = "", fourth = "", fifth = ""] = steps;
  if (steps.length === 3) {
    return { group, kind: second, namespace: "", name: third };
  }
  return steps.length === 5 && second === "namespaces"
    ? { group, kind: fourth, namespace: third, name: fifth }
    : undefined;
}

/** The key of a group and kind, e.g. `apps/Deployment`. Kinds are always qualified by group. */
export function groupKindKey(id: GroupKind): string {
  return `${id.group}/${id.kind}`;
}

/** `apps/v1` → `apps`, `v1` → the core group, which is empty. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash === -1 ? "" : apiVersion.slice(0, slash);
}

/** `apps/v1` → `v1`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

/** `apps`, `v1` → `apps/v1`; the group of the core is empty: `v1`. */
export function apiVersionOf({
  group,
  version,
}: {
  readonly group: string;
  readonly version: string;
}): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Orders strings by UTF-16 code units: the same on every machine, unlike a locale's order. */
export function compareText(left: string, right: string): number {
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}

/** Group and kind of an object in the format of rules: `apps/Deployment`, `/Pod`. */
export function groupKindOf(object: JsonObject): string {
  const group = groupOf(stringField(object, "apiVersion") ?? "");
  return groupKindKey({ group, kind: stringField(object, "kind") ?? "" });
}

/** Formats an object as `kubectl -o name` does: `deployment.apps/web`. */
export function kubectlName({ group, kind, name }: Pick<ObjectRef, "group" | "kind" | "name">): string {
  return `${kind.toLowerCase()}${group === "" ? "" : `.${group}`}/${name}`;
}
