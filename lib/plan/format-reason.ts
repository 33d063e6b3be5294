import { isCrd } from "../manifest/crd.ts";
import type { Path } from "../object/json.ts";
import type { PlanGroup, PlannedObject } from "./plan.ts";

/**
 * Formats the path of a field or annotation as people name it: `config.kubernetes.io/depends-on`,
 * `spec.containers[0].env`.
 */
export function formatPath(path: Path): string {
  const [first, second, annotation] = path;
  if (first === "metadata" && second === "annotations" && typeof annotation === "string") {
    return annotation;
  }
  let text = "";
  for (const step of path) {
    if (typeof step === "number") {
      text += `[${step}]`;
    } else if (/^[A-Za-z0-9_-]+$/.test(step)) {
      text += text === "" ? step : `.${step}`;
    } else {
      text += `[${JSON.stringify(step)}]`;
    }
  }
  return text;
}

/**
 * Describes the barrier between two groups that no edge separates: `stage pre before stage main`, `weight 0
 * before weight 5`.
 */
export function formatBarrier(earlier: PlanGroup, later: PlanGroup): string {
  if (earlier.stage !== later.stage) {
    return `stage ${earlier.stage} before stage ${later.stage}`;
  }
  // Within a stage nothing else without a weight is held back.
  if (later.weight === null) {
    return hasDefinitionsLast(earlier) ? "CRDs before Namespaces" : "CRDs and Namespaces are last";
  }
  if (earlier.weight !== later.weight) {
    return `weight ${earlier.weight} before weight ${later.weight}`;
  }
  return hookOf(later) === null ? `group ${earlier.index} before group ${later.index}` : "one hook at a time";
}

function hasDefinitionsLast({ weight, objects }: PlanGroup): boolean {
  return weight === null && objects.every(({ manifest }) => isCrd(manifest));
}

function hookOf(group: PlanGroup): PlannedObject["hook"] {
  return group.objects[0]?.hook ?? null;
}
