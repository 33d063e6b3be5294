import { ApiError } from "../../client/model/api-error.ts";
import type { Call, Cluster, Resource } from "../../client/model/cluster.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { nameOf, namespaceOf } from "../../object/metadata.ts";
import { unitStatus } from "./read-unit-status.ts";
import { unitKind } from "./unit-resource.ts";

/** A unit of a sidecar that keeps a release, as its custom resource reports it. */
export interface OwningUnit {
  readonly name: string;
  /** The namespace of the custom resource. */
  readonly namespace: string;
  /** `Ready`, `Stalled`, …; empty if nothing was reported yet. */
  readonly phase: string;
  readonly message: string;
  /** `main@1a2b3c4d5e6f`: the revision that was last applied completely; empty if none was. */
  readonly applied: string;
  /** The revision that git had at the last poll. */
  readonly observed: string;
  readonly ready: boolean;
}

/**
 * Returns the units that keep a release, as far as they may be listed; none if the cluster serves no units.
 * Asks once.
 */
export async function findKeepers(
  { release, namespace }: { readonly release: string; readonly namespace: string },
  cluster: Cluster,
  call: Call,
): Promise<readonly OwningUnit[]> {
  const resource = (await cluster.discover(call)).find(unitKind, unitKind.version);
  if (resource === undefined) {
    return [];
  }
  const units = await listUnits(resource, { cluster, namespace, call });
  return units
    .filter((unit) => {
      const spec = objectField(unit, "spec");
      return stringField(spec, "release") === release && stringField(spec, "namespace") === namespace;
    })
    .map(keeperOf);
}

async function listUnits(
  resource: Resource,
  {
    cluster,
    namespace,
    call,
  }: { readonly cluster: Cluster; readonly namespace: string; readonly call: Call },
): Promise<readonly JsonObject[]> {
  for (const place of [{}, { namespace }]) {
    try {
      return await cluster.list({ resource, ...place }, call);
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 403 || error.status === 404))) {
        throw error;
      }
    }
  }
  return [];
}

function keeperOf(unit: JsonObject): OwningUnit {
  const status = objectField(unit, "status");
  const short = (name: string): string => stringField(objectField(status, name), "short") ?? "";
  return {
    name: nameOf(unit),
    namespace: namespaceOf(unit),
    phase: stringField(status, "phase") ?? "",
    message: stringField(status, "message") ?? "",
    applied: short("appliedRevision"),
    observed: short("observedRevision"),
    ready: unitStatus(unit)?.isReady === true,
  };
}
