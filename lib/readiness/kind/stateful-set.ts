import { type JsonObject, valueAt } from "../../object/json.ts";
import {
  integerAt,
  statusCount,
  wantedReplicas,
  current,
  firstOf,
  inProgress,
  tooFew,
  tooMany,
} from "../condition/readiness-result.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";

/**
 * A StatefulSet is ready when all its replicas are ready and of the current revision; with a partition, those
 * beyond it. With the strategy OnDelete pods are replaced manually, so there is nothing to wait for.
 */
export const statefulSet: KindRule = {
  kinds: ["apps/StatefulSet"],
  kstatus: rolledOut,
  converge: (object) => {
    const said = rolledOut(object);
    return said.state === "Current" && said.reason !== "OnDelete" ? (unavailable(object) ?? said) : said;
  },
};

function rolledOut(object: JsonObject): Readiness {
  if (valueAt(object, ["spec", "updateStrategy", "type"]) === "OnDelete") {
    return current("OnDelete", "its pods are replaced when they are deleted");
  }
  const want = wantedReplicas(object);
  const replicas = statusCount(object, "replicas");
  return (
    firstOf([
      tooFew("LessReplicas", { have: replicas, want, what: "created" }),
      tooFew("LessReady", { have: statusCount(object, "readyReplicas"), want, what: "ready" }),
      tooMany(replicas, want),
    ]) ?? updated(object, want)
  );
}

function updated(object: JsonObject, want: number): Readiness {
  const partition = integerAt(object, ["spec", "updateStrategy", "rollingUpdate", "partition"]) ?? -1;
  if (partition !== -1) {
    const have = statusCount(object, "updatedReplicas");
    return (
      tooFew("PartitionRollout", { have, want: want - partition, what: "updated" }) ??
      current("PartitionRolledOut", `${have} replicas updated beyond partition ${partition}`)
    );
  }
  const ofRevision = tooFew("LessCurrent", {
    have: statusCount(object, "currentReplicas"),
    want,
    what: "of the current revision",
  });
  return ofRevision ?? sameRevision(object) ?? current("Ready", `${want} of ${want} replicas ready`);
}

function sameRevision(object: JsonObject): Readiness | undefined {
  return revision(object, "currentRevision") === revision(object, "updateRevision")
    ? undefined
    : inProgress("RevisionMismatch", "waiting for all replicas to reach the current revision");
}

function revision(object: JsonObject, name: string): string {
  const found = valueAt(object, ["status", name]);
  return typeof found === "string" ? found : "";
}

/** `minReadySeconds` requires replicas to stay ready for a while; kstatus ignores it. */
function unavailable(object: JsonObject): Readiness | undefined {
  if ((integerAt(object, ["spec", "minReadySeconds"]) ?? 0) <= 0) {
    return undefined;
  }
  const have = statusCount(object, "availableReplicas");
  return tooFew("LessAvailable", { have, want: wantedReplicas(object), what: "available" });
}
