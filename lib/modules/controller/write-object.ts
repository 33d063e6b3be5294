import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Cluster, Place } from "../../client/model/cluster.ts";
import { field, type JsonObject, sameJson, stringField } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import type { ObjectChange } from "../rules/module-objects.ts";
import { moduleResource } from "./module-resource.ts";

/** The field manager of the controllers' writes. */
export const moduleManager = "converge-modules";

const conflict = 409;

/**
 * Writes the change to one object: its fields and its status in one request each, and only if they differ. A
 * conflicting write is not an error: the watch delivers it, and the decision is made again. Returns whether
 * the change is stored. Throws ApiError and UnreachableError.
 */
export async function writeObjectChange(
  change: ObjectChange,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await (change.type === "remove" ? remove(change, cluster, signal) : write(change, cluster, signal));
    return true;
  } catch (error) {
    if (!isNotFound(error) && !(error instanceof ApiError && error.status === conflict)) {
      throw error;
    }
    return change.type === "remove" && isNotFound(error);
  }
}

async function remove(
  { kind, name, before }: ObjectChange & { type: "remove" },
  cluster: Cluster,
  signal: AbortSignal,
): Promise<void> {
  const place: Place = { resource: moduleResource(kind), namespace: "", name };
  const uid = stringField(metadataOf(before), "uid");
  const options = { propagation: "Background", ...(uid === undefined ? {} : { uid }) } as const;
  await cluster.delete(place, { signal, options });
}

async function write(
  { kind, name, object, before }: ObjectChange & { type: "write" },
  cluster: Cluster,
  signal: AbortSignal,
): Promise<void> {
  const resource = moduleResource(kind);
  const place: Place = { resource, namespace: "", name };
  const call = { signal, options: { fieldManager: moduleManager } };
  const full = { ...object, apiVersion: `${resource.group}/${resource.version}`, kind };
  let stored = before;
  if (before === undefined) {
    stored = (await cluster.create(place, full, call)).object;
  } else if (!sameJson(withoutStatus(before), withoutStatus(object))) {
    stored = (await cluster.replace(place, full, call)).object;
  }
  const status = field(object, "status");
  if (status !== undefined && !sameJson(field(before, "status"), status)) {
    const metadata = metadataOf(stored);
    await cluster.replace({ ...place, subresource: "status" }, { ...full, metadata }, call);
  }
}

function withoutStatus(object: JsonObject): JsonObject {
  const { status: _, apiVersion: __, ...rest } = object;
  return rest;
}
