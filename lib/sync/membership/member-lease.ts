import { createHash } from "node:crypto";

import type { Resource } from "../../client/model/cluster.ts";
import { leaseObject } from "../../inventory/lease.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { type AdvertisedUnits, unitsAnnotation } from "./advertised-units.ts";

/** On Leases and units of a sidecar: its name. */
export const syncLabel = "converge.dev/sync";

/** The name under which a sidecar owns fields of what it tells about itself. */
export const syncManager = "converge-sync";

/** For how long a replica counts as alive without a sign of life, in seconds. */
export const memberSeconds = 15;

/** The kind of the Leases. It is built in, so that discovery need not be asked. */
export const leaseKind: Resource = {
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  namespaced: true,
  verbs: [],
};

/** Whose Lease it is. */
export interface MemberName {
  readonly namespace: string;
  readonly sync: string;
  readonly identity: string;
}

/** The name of a replica's Lease: `converge-sync-shop-1f40fc92da24`. */
export function memberLeaseName({ sync, identity }: Omit<MemberName, "namespace">): string {
  const hash = createHash("sha256").update(identity).digest("hex").slice(0, 12);
  return `converge-sync-${sync}-${hash}`;
}

/** When a Lease is renewed, and what it tells. */
export interface Renewal {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Since when it is held. */
  readonly since: number;
  /** Undefined before a configuration was read. */
  readonly listing?: AdvertisedUnits | undefined;
}

/** The Lease of a replica as it is applied. */
export function memberLease(name: MemberName, { now, since, listing }: Renewal): JsonObject {
  const facts = {
    name: memberLeaseName(name),
    namespace: name.namespace,
    holder: name.identity,
    seconds: memberSeconds,
  };
  const lease = leaseObject({ ...facts, now });
  const { acquireTime } = objectField(leaseObject({ ...facts, now: since }), "spec");
  const metadata = objectField(lease, "metadata");
  return {
    ...lease,
    metadata: {
      ...metadata,
      labels: { ...objectField(metadata, "labels"), [syncLabel]: name.sync },
      ...(listing === undefined ? {} : { annotations: { [unitsAnnotation]: listing.text } }),
    },
    spec: { ...objectField(lease, "spec"), ...(acquireTime === undefined ? {} : { acquireTime }) },
  };
}
