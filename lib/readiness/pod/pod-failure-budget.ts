import type { JsonObject } from "../../object/json.ts";
import { groupKindOf } from "../condition/group-kind.ts";
import { statusCount, wantedReplicas } from "../condition/integer-at.ts";

/**
 * The total number of allowed failures of an object's pods, where the limit is per replica
 * (`werf.io/failures-allowed-per-replica`).
 */
export function failuresOf(object: JsonObject, perReplica: number): number {
  switch (groupKindOf(object)) {
    case "apps/Deployment":
    case "apps/StatefulSet":
      return perReplica * wantedReplicas(object);
    case "apps/DaemonSet":
      return perReplica * Math.max(statusCount(object, "desiredNumberScheduled"), 1);
    default:
      return perReplica;
  }
}
