import type { Place, Resource } from "../model/cluster.ts";

/** The query parameters. Undefined and empty values are omitted, `true` is spelled out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * `/api/v1/namespaces/shop/configmaps`: the path of a kind's objects. Without a namespace: of all namespaces,
 * or of the cluster.
 */
export function collectionPath(resource: Resource, namespace: string | undefined): string {
  const version = encodeURIComponent(resource.version);
  const root =
    resource.group === "" ? `/api/${version}` : `/apis/${encodeURIComponent(resource.group)}/${version}`;
  const scope =
    namespace === undefined || namespace === "" ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${encodeURIComponent(resource.plural)}`;
}

/**
 * `/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3AMyOperator`: the path of an object. Case is
 * preserved.
 */
export function objectPath({ resource, namespace, name, subresource }: Place): string {
  const object = `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
  return subresource === undefined ? object : `${object}/${subresource}`;
}

/** `/api/v1/namespaces/shop/pods/web-0`: the path of a pod. */
export function podPath({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
}

/** The path with its query, in the order of the fields. */
export function withQuery(path: string, query: Query): string {
  let text = "";
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "" && value !== false) {
      text += `${text === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`;
    }
  }
  return path + text;
}
