import type { HealthRuleSources } from "../../readiness/readiness.ts";
import { builtinRules } from "./builtin-rules.ts";
import { indexRules, type MatchedRule } from "../health-rules.ts";

/** The health rules of a run: the given ones, none by default, and the built-in table. */
export function healthRuleSources(given: readonly MatchedRule[] = []): HealthRuleSources {
  return { given: indexRules(given), builtin: builtinRules() };
}

/** Adds rules that give way to those of `sources`; undefined means the built-in table alone. */
export function withWeakerRules(
  sources: HealthRuleSources | undefined,
  weaker: readonly MatchedRule[],
): HealthRuleSources {
  const others = healthRuleSources(weaker);
  return sources === undefined
    ? others
    : { ...sources, given: (object) => sources.given(object) ?? others.given(object) };
}
