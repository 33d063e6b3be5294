import { leases } from "../../apply/model/well-known-resources.ts";
import type { Call, Cluster } from "../../client/model/cluster.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { annotationOf, labelOf } from "../../object/metadata.ts";
import { parseTimestamp } from "../../object/timestamp.ts";
import { isListed, readAdvertisedUnits, unitsAnnotation } from "./advertised-units.ts";
import { syncLabel } from "./member-lease.ts";

/**
 * The sidecars that are configured with a unit of that name, by one list of the Leases: one of our name
 * (`sibling`), only others (`neighbour`), or none.
 */
export type Claim = "sibling" | "neighbour" | "none";

/** Options of looking up claims. */
export interface ClaimPlace {
  readonly cluster: Pick<Cluster, "list">;
  readonly namespace: string;
  /** Our own name. */
  readonly sync: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Milliseconds since the last renewal for which its holder is considered alive: a single list depends on the
 * clocks of both machines.
 */
const aliveFor = 60_000;

/** Looks for claims on a unit among all sidecars of a namespace. Throws as `Cluster.list` does. */
export async function findClaim(
  unit: string,
  { cluster, namespace, sync, now }: ClaimPlace,
  call: Call,
): Promise<Claim> {
  const found = await cluster.list({ resource: leases, namespace, labelSelector: syncLabel }, call);
  const owners = found
    .filter((lease) => isClaiming(lease, unit, now))
    .map((lease) => labelOf(lease, syncLabel));
  if (owners.includes(sync)) {
    return "sibling";
  }
  return owners.length > 0 ? "neighbour" : "none";
}

function isClaiming(lease: JsonObject, unit: string, now: number): boolean {
  const spec = objectField(lease, "spec");
  const renewed = parseTimestamp(stringField(spec, "renewTime")) ?? -Infinity;
  const reported = annotationOf(lease, unitsAnnotation);
  return (
    (stringField(spec, "holderIdentity") ?? "") !== "" &&
    now < renewed + aliveFor &&
    isListed(unit, readAdvertisedUnits(reported))
  );
}
