import type { JsonObject } from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { count } from "../../object/message-text.ts";
import { integerAt, statusCount, current, inProgress } from "../condition/readiness-result.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";

/**
 * A DaemonSet is ready when every node that should run its pod runs one of the current revision, available
 * and ready.
 */
export const daemonSet: KindRule = {
  kinds: ["apps/DaemonSet", "extensions/DaemonSet"],
  kstatus: onEveryNode,
  converge: onEveryNode,
};

/** The counts of its status, in the order in which they are reached. */
const counts = [
  ["currentNumberScheduled", "LessCurrent", "created"],
  ["updatedNumberScheduled", "LessUpdated", "updated"],
  ["numberAvailable", "LessAvailable", "available"],
  ["numberReady", "LessReady", "ready"],
] as const;

function onEveryNode(object: JsonObject): Readiness {
  const unseen = notObserved(object);
  if (unseen !== undefined) {
    return unseen;
  }
  const want = integerAt(object, ["status", "desiredNumberScheduled"]) ?? -1;
  if (want === -1) {
    return inProgress("NoDesiredNumber", "its controller has not counted the nodes yet");
  }
  for (const [name, reason, what] of counts) {
    const have = statusCount(object, name);
    if (have < want) {
      return inProgress(reason, `${have} of ${count(want, "pod")} ${what}`);
    }
  }
  return current("Available", `${want} of ${want} pods available`);
}

function notObserved(object: JsonObject): Readiness | undefined {
  if (generationOf(object) === undefined) {
    return inProgress("NoGeneration", "it has no generation yet");
  }
  return integerAt(object, ["status", "observedGeneration"]) === undefined
    ? inProgress("NoObservedGeneration", "its controller has not observed it yet")
    : undefined;
}
