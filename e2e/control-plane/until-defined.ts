/** The moment from which a server serves the objects of a CRD. */
import type { Client, LiveObject } from "./api.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * Waits until the server serves the objects of a CRD in all of its served versions. kubectl cannot wait for
 * this: it fails on a CRD whose conditions the server has not written yet. Throws after 60 seconds.
 */
export async function untilDefined(
  { api, until }: Pick<Client, "api" | "until">,
  definition: string,
): Promise<void> {
  const found = await until(`${definitions}/${definition}`, isEstablished);
  // The server begins to serve a definition shortly after it has established it: until then it answers with
  // 404, or with 429 while it rebuilds the storage of an earlier definition of that name.
  for (const collection of collectionsOf(found)) {
    while ([404, 429].includes((await api("GET", `${collection}?limit=1`)).status)) {
      // Asks again.
    }
  }
}

function isEstablished(definition: LiveObject | undefined): boolean {
  const conditions = definition?.status?.["conditions"];
  return (
    Array.isArray(conditions) &&
    conditions.some(({ type, status }) => type === "Established" && status === "True")
  );
}

function collectionsOf(definition: LiveObject | undefined): readonly string[] {
  const { group, names, versions } = Object(definition?.spec);
  return Array.from<{ readonly name: string; readonly served: boolean }>(versions)
    .filter(({ served }) => served)
    .map(({ name }) => `/apis/${group}/${name}/${names.plural}`);
}
