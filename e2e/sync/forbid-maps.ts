import type { Site } from "../apply/site.ts";

/**
 * Forbids all users to create another ConfigMap in the namespace. Resolves once the server does so: it learns
 * of a quota a moment after it has stored it.
 */
export async function forbidMaps({
  at,
  cluster,
  create,
}: Pick<Site, "at" | "cluster" | "create">): Promise<void> {
  const spec = { hard: { "count/configmaps": "0" } };
  await create("resourcequotas", { metadata: { name: "none" }, spec });
  await cluster.until(at("resourcequotas/none"), (quota) => quota?.status?.["hard"] !== undefined);
  const probe = { metadata: { name: "probe" } };
  while ((await cluster.api("POST", `${at("configmaps")}?dryRun=All`, probe)).status !== 403) {
    // Asks again.
  }
}
