import { type JsonObject, valueAt } from "../../object/json.ts";
import { count } from "../../object/message-text.ts";
import { conditionOf, isTrue, messageOf } from "../condition/condition.ts";
import {
  integerAt,
  statusCount,
  wantedReplicas,
  current,
  failed,
  firstOf,
  inProgress,
  suspended,
  tooFew,
  tooMany,
} from "../condition/readiness-result.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";

/** The controller treats this value as no deadline. */
const noDeadline = 2 ** 31 - 1;

/**
 * A Deployment is ready when all its replicas are of the current revision and available, and none of an older
 * one is left.
 */
export const deployment: KindRule = {
  kinds: ["apps/Deployment", "extensions/Deployment"],
  kstatus: rolledOut,
  converge: (object) => (valueAt(object, ["spec", "paused"]) === true ? paused(object) : rolledOut(object)),
};

function rolledOut(object: JsonObject): Readiness {
  return (
    deadlineExceeded(object) ??
    missingReplicas(object) ??
    unmetConditions(object) ??
    current("Available", `${counted(wantedReplicas(object))} available`)
  );
}

function deadlineExceeded(object: JsonObject): Readiness | undefined {
  const progressing = conditionOf(object, "Progressing");
  return progressing?.reason === "ProgressDeadlineExceeded"
    ? failed("ProgressDeadlineExceeded", `no progress within its deadline${refusedPods(object)}`)
    : undefined;
}

function missingReplicas(object: JsonObject): Readiness | undefined {
  const want = wantedReplicas(object);
  const [replicas, updated] = [statusCount(object, "replicas"), statusCount(object, "updatedReplicas")];
  const available = statusCount(object, "availableReplicas");
  const created = tooFew("LessReplicas", { have: replicas, want, what: `created${refusedPods(object)}` });
  return firstOf([
    created,
    tooFew("LessUpdated", { have: updated, want, what: `updated${refusedPods(object)}` }),
    tooMany(replicas, want),
    tooFew("LessAvailable", { have: available, want: updated, what: "available" }),
    tooFew("LessReady", { have: statusCount(object, "readyReplicas"), want, what: "ready" }),
  ]);
}

function unmetConditions(object: JsonObject): Readiness | undefined {
  const progressing = conditionOf(object, "Progressing");
  const deadline = integerAt(object, ["spec", "progressDeadlineSeconds"]) ?? noDeadline;
  const isComplete = progressing?.status === "True" && progressing.reason === "NewReplicaSetAvailable";
  if (deadline !== noDeadline && !isComplete) {
    return inProgress("ReplicaSetNotAvailable", "its new ReplicaSet is not available yet");
  }
  return isTrue(object, "Available")
    ? undefined
    : inProgress("DeploymentNotAvailable", "it is not available yet");
}

/** A paused Deployment rolls out nothing: unless it was rolled out before, work on it is suspended. */
function paused(object: JsonObject): Readiness {
  const isRolledOut = missingReplicas(object) === undefined && isTrue(object, "Available");
  const have = isRolledOut ? wantedReplicas(object) : statusCount(object, "availableReplicas");
  const message = `paused, ${have} of ${counted(wantedReplicas(object))} available`;
  return (isRolledOut ? current : suspended)("Paused", message);
}

/**
 * The reason pods could not be created at all, such as a quota: `: pods "web-1" is forbidden: exceeded
 * quota`.
 */
function refusedPods(object: JsonObject): string {
  const condition = conditionOf(object, "ReplicaFailure");
  return condition?.status === "True" ? `: ${messageOf(condition)}` : "";
}

function counted(replicas: number): string {
  return count(replicas, "replica");
}
