import type { FindHealthRule, HealthRuleSources } from "../readiness/readiness.ts";
import { indexRules, type MatchedRule } from "./health-rules.ts";

/** The built-in table. */
const builtin: FindHealthRule = () => undefined;

/** The health rules of a run: the given ones, none by default, and the built-in table. */
export function healthRuleSources(given: readonly MatchedRule[] = []): HealthRuleSources {
  return { given: indexRules(given), builtin };
}
