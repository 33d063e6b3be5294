import type { JsonObject } from "../../object/json.ts";
import type { Readiness, Surroundings } from "../readiness.ts";

/** The readiness of an object of one kind; called only for objects that are not being deleted. */
export type ReadinessRule = (object: JsonObject, surroundings: Surroundings) => Readiness;

/** The readiness rules of some kinds. */
export interface KindRule {
  /** Group and kind, in the format of `groupKindKey`: `apps/Deployment`, `/Pod`. */
  readonly kinds: readonly string[];
  /** converge's own rule. */
  readonly converge: ReadinessRule;
  /** The rule of kstatus; absent if it has none for these kinds. */
  readonly kstatus?: ReadinessRule;
  /** The kind itself counts failures of its pods, so a crash loop is not yet a failure. */
  readonly countsFailures?: boolean;
}
