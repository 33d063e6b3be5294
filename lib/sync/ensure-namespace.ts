import { getIfExists } from "../apply/store/applyset-store.ts";
import { isExternalError } from "../client/model/api-error.ts";
import type { Call, Cluster, Place, Resource } from "../client/model/cluster.ts";
import type { Clock } from "../async/clock.ts";
import { withTimeout } from "../client/model/with-timeout.ts";
import { syncManager } from "./membership/member-lease.ts";
import type { Unit } from "./unit/unit.ts";

const namespaces: Resource = {
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
  verbs: ["get", "patch"],
};

/** Milliseconds: an unreachable server keeps no sidecar from starting. */
const patience = 5000;

/**
 * Creates the namespace in which a sidecar has its own Leases and units, if it is missing and a unit asks for
 * it. Returns the reason if that fails.
 */
export async function ensureSidecarNamespace(
  units: readonly Unit[],
  { cluster, clock }: { readonly cluster: Cluster; readonly clock: Clock },
): Promise<string | undefined> {
  const { namespace: name } = cluster;
  const isMeant = (unit: Unit): boolean =>
    unit.createNamespace && unit.cluster === undefined && (unit.namespace ?? name) === name;
  if (!units.some(isMeant)) {
    return undefined;
  }
  try {
    await withTimeout(patience, clock, async (signal) => make(name, cluster, { signal }));
    return undefined;
  } catch (error) {
    if (!isExternalError(error)) {
      throw error;
    }
    return `namespace ${name} could not be created: ${error.message}`;
  }
}

async function make(name: string, cluster: Cluster, call: Call): Promise<void> {
  const place: Place = { resource: namespaces, namespace: "", name };
  if ((await getIfExists(place, { cluster, signal: call.signal })) === undefined) {
    const object = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    await cluster.apply(place, object, { ...call, options: { fieldManager: syncManager } });
  }
}
