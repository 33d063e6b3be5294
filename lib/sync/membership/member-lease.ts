import { createHash } from "node:crypto";

import { leaseObject } from "../../inventory/lease.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import { type AdvertisedUnits, unitsAnnotation } from "./advertised-units.ts";

/** Label on the Leases and units of a sidecar: its name. */
export const syncLabel = "converge.dev/sync";

/** The field manager of what a sidecar reports about itself. */
export const syncManager = "converge-sync";

/** Seconds for which a replica counts as alive without a renewal. */
export const memberSeconds = 15;

/** The identity of the Lease of a replica. */
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

/** The times of a renewal, and the units that it advertises. */
export interface Renewal {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The time since which the Lease is held, in milliseconds since 1970. */
  readonly since: number;
  /** Undefined before a configuration was read. */
  readonly listing?: AdvertisedUnits | undefined;
}

/** Builds the Lease of a replica as it is applied. */
export function memberLease(name: MemberName, { now, since, listing }: Renewal): JsonObject {
  const facts = {
    name: memberLeaseName(name),
    namespace: name.namespace,
    holder: name.identity,
    seconds: memberSeconds,
  };
  const lease = leaseObject({ ...facts, now });
  const { acquireTime } = objectField(leaseObject({ ...facts, now: since }), "spec");
  const metadata = metadataOf(lease);
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
