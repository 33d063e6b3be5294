import { ApiError } from "../../client/model/api-error.ts";
import type { Resource } from "../../client/model/cluster.ts";
import { groupOf, versionOf } from "../../object/object-ref.ts";
import type { LookupAnswer, TemplateLookup } from "../../object/render-context.ts";
import type { RunContext } from "../model/run-context.ts";
import { getIfExists } from "../store/applyset-store.ts";

type Asked = Pick<RunContext, "cluster" | "signal">;

/** Answers `lookup` of a template from the cluster. A kind that is not served has no objects. */
export async function answerLookup(wanted: TemplateLookup, asked: Asked): Promise<LookupAnswer> {
  const { apiVersion, kind } = wanted;
  const catalog = await asked.cluster.discover({ signal: asked.signal });
  const resource = catalog.find({ group: groupOf(apiVersion), kind }, versionOf(apiVersion));
  try {
    return resource === undefined ? undefined : await read(resource, wanted, asked);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      return "refused";
    }
    throw error;
  }
}

async function read(
  resource: Resource,
  { apiVersion, kind, namespace, name }: TemplateLookup,
  asked: Asked,
): Promise<LookupAnswer> {
  const within = resource.namespaced ? namespace : "";
  if (name !== "") {
    return getIfExists({ resource, namespace: within, name }, asked);
  }
  const selection = within === "" ? { resource } : { resource, namespace: within };
  const items = await asked.cluster.list(selection, { signal: asked.signal });
  return {
    apiVersion,
    kind: `${kind}List`,
    metadata: {},
    items: items.map((item) => ({ ...item, apiVersion, kind })),
  };
}
