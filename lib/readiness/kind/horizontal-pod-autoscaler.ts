import type { JsonObject } from "../../object/json.ts";
import { conditionOf, messageOf } from "../condition/condition.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";
import { current } from "../condition/readiness-result.ts";

/**
 * A HorizontalPodAutoscaler is ready at once: whether it finds metrics depends on pods and servers that may
 * come later.
 */
export const horizontalPodAutoscaler: KindRule = {
  kinds: ["autoscaling/HorizontalPodAutoscaler"],
  converge: inPlace,
};

function inPlace(object: JsonObject): Readiness {
  const scaling = conditionOf(object, "ScalingActive");
  return scaling?.status === "False"
    ? current("ScalingInactive", `exists, but does not scale: ${messageOf(scaling)}`)
    : current("Ready", "exists");
}
