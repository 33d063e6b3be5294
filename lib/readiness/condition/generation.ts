import type { JsonObject } from "../../object/json.ts";
import { integerAt } from "./integer-at.ts";
import type { Readiness } from "../readiness.ts";
import { inProgress } from "./readiness-result.ts";

/**
 * The status speaks of another generation than the present one; undefined where it does not, or does not say
 * (kstatus).
 */
export function staleStatus(object: JsonObject): Readiness | undefined {
  const generation = generationOf(object);
  const observed = integerAt(object, ["status", "observedGeneration"]);
  return generation === undefined || observed === undefined || generation === observed
    ? undefined
    : inProgress(
        "LatestGenerationNotObserved",
        `its controller has seen generation ${observed}, not yet ${generation}`,
      );
}

/** `metadata.generation`, which counts the changes of what is asked for. */
export function generationOf(object: JsonObject): number | undefined {
  return integerAt(object, ["metadata", "generation"]);
}
