import type { JsonObject } from "../../object/json.ts";
import type { Readiness, Surroundings } from "../readiness.ts";

/** What an object of one kind says of itself; asked only of objects that are not being deleted. */
export type ReadinessRule = (object: JsonObject, surroundings: Surroundings) => Readiness;

/** How objects of some kinds show that they are ready. */
export interface KindRule {
  /** Group and kind, as `groupKindKey` writes them: `apps/Deployment`, `/Pod`. */
  readonly kinds: readonly string[];
  /** converge's own rule. */
  readonly converge: ReadinessRule;
  /** The rule of kstatus; absent where it has none for these kinds. */
  readonly kstatus?: ReadinessRule;
  /** The kind itself counts how often its pods fail, so a crash loop is no failure yet. */
  readonly countsFailures?: boolean;
}
