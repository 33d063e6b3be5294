import type { JsonObject } from "../object/json.ts";
import { refOf } from "../object/metadata.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { matchesPattern } from "../object/text-pattern.ts";
import type { FindHealthRule, HealthRule } from "../readiness/readiness.ts";

/** A health rule and the kinds it is for. `*` in a pattern matches any text, also in the middle. */
export interface MatchedRule {
  readonly group: string;
  readonly kind: string;
  /** Reports whether it is for that object of the kinds; for all of them if absent. */
  readonly applies?: (object: JsonObject) => boolean;
  readonly rule: HealthRule;
}

/**
 * Returns the search among rules by specificity: an exact group and kind before patterns, a pattern with more
 * literal characters before one with fewer, and of equals the last one. Complexity of a search: O(rules) for
 * the first object of a kind, then O(rules of the kind).
 */
export function indexRules(rules: readonly MatchedRule[]): FindHealthRule {
  const exact = new Map<string, MatchedRule[]>();
  const patterns: RulePattern[] = [];
  for (const rule of rules) {
    if (rule.group.includes("*") || rule.kind.includes("*")) {
      patterns.unshift(patternOf(rule));
    } else {
      const key = groupKindKey(rule);
      exact.set(key, [rule, ...(exact.get(key) ?? [])]);
    }
  }
  patterns.sort((left, right) => right.literals - left.literals);
  const found = new Map<string, readonly MatchedRule[]>();
  return (object) => {
    const ref = refOf(object);
    const key = groupKindKey(ref);
    const candidates = found.get(key) ?? [
      ...(exact.get(key) ?? []),
      ...patterns.filter(({ matches }) => matches(ref.group, ref.kind)).map(({ rule }) => rule),
    ];
    found.set(key, candidates);
    return candidates.find(({ applies }) => applies === undefined || applies(object))?.rule;
  };
}

interface RulePattern {
  readonly rule: MatchedRule;
  /** The number of characters that are not wildcards. */
  readonly literals: number;
  readonly matches: (group: string, kind: string) => boolean;
}

function patternOf(rule: MatchedRule): RulePattern {
  const { group, kind } = rule;
  return {
    rule,
    literals: group.replaceAll("*", "").length + kind.replaceAll("*", "").length,
    matches: (otherGroup, otherKind) => matchesPattern(group, otherGroup) && matchesPattern(kind, otherKind),
  };
}
