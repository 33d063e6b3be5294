import type { JsonObject } from "../../object/json.ts";
import { generationOf } from "../../object/metadata.ts";
import { integerAt } from "./integer-at.ts";
import type { Readiness } from "../readiness.ts";
import { inProgress } from "./readiness-result.ts";

/**
 * The status is of another generation than the current one; undefined if it is not, or if it does not say
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
