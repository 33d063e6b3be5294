import type { JsonObject } from "../../object/json.ts";
import { count } from "../../object/message-text.ts";
import { conditionOf, messageOf } from "../condition/condition.ts";
import {
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

/** A ReplicaSet is ready when all its replicas are available and none is surplus. */
export const replicaSet: KindRule = {
  kinds: ["apps/ReplicaSet", "extensions/ReplicaSet"],
  kstatus: allAvailable,
  converge: allAvailable,
};

/**
 * A ReplicationController is ready under the same conditions as a ReplicaSet; kstatus considers any of them
 * ready.
 */
export const replicationController: KindRule = { kinds: ["/ReplicationController"], converge: allAvailable };

function allAvailable(object: JsonObject): Readiness {
  const refused = conditionOf(object, "ReplicaFailure");
  if (refused?.status === "True") {
    return inProgress("ReplicaFailure", `its pods cannot be created: ${messageOf(refused)}`);
  }
  const want = wantedReplicas(object);
  const have = (name: string): number => statusCount(object, name);
  return (
    firstOf([
      tooFew("LessLabelled", { have: have("fullyLabeledReplicas"), want, what: "created" }),
      tooFew("LessAvailable", { have: have("availableReplicas"), want, what: "available" }),
      tooFew("LessReady", { have: have("readyReplicas"), want, what: "ready" }),
      tooMany(have("replicas"), want),
    ]) ?? current("Available", `${count(want, "replica")} available`)
  );
}
