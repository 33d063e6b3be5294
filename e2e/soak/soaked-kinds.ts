const collections: ReadonlyMap<string, readonly [api: string, plural: string]> = new Map([
  ["ConfigMap", ["/api/v1", "configmaps"]],
  ["Secret", ["/api/v1", "secrets"]],
  ["ServiceAccount", ["/api/v1", "serviceaccounts"]],
  ["Service", ["/api/v1", "services"]],
  ["Deployment", ["/apis/apps/v1", "deployments"]],
]);

/** The kinds of objects in a soak. */
export const soakedKinds: readonly string[] = [...collections.keys()];

/** The path of the objects of a kind in a namespace. */
export function resourceOf(kind: string, namespace: string): string {
  const [api, plural] = collections.get(kind) ?? [];
  if (api === undefined) {
    throw new Error(`no ${kind} is in a soak`);
  }
  return `${api}/namespaces/${namespace}/${plural}`;
}
