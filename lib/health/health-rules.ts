import type { JsonObject } from "../object/json.ts";
import { refOf } from "../object/metadata.ts";
import { groupKindKey } from "../object/object-ref.ts";
import type { FindHealthRule, HealthRule } from "../readiness/readiness.ts";

/** A health rule and the kinds it is for. `*` in a pattern matches any text, also in the middle. */
export interface MatchedRule {
  readonly group: string;
  readonly kind: string;
  readonly rule: HealthRule;
}

/**
 * Returns the search among rules by specificity: an exact group and kind before patterns, a pattern with more
 * literal characters before one with fewer, and of equals the last one. Complexity of a search: O(1) for a
 * kind that was asked before, else O(patterns).
 */
export function indexRules(rules: readonly MatchedRule[]): FindHealthRule {
  const exact = new Map<string, HealthRule>();
  const patterns: { readonly pattern: Pattern; readonly rule: HealthRule }[] = [];
  for (const { group, kind, rule } of rules) {
    if (group.includes("*") || kind.includes("*")) {
      patterns.unshift({ pattern: patternOf(group, kind), rule });
    } else {
      exact.set(groupKindKey({ group, kind }), rule);
    }
  }
  patterns.sort((left, right) => right.pattern.literals - left.pattern.literals);
  const found = new Map<string, HealthRule | undefined>();
  return (object: JsonObject) => {
    const { group, kind } = refOf(object);
    const key = groupKindKey({ group, kind });
    if (!found.has(key)) {
      const byPattern = patterns.find(({ pattern }) => pattern.matches(group, kind));
      found.set(key, exact.get(key) ?? byPattern?.rule);
    }
    return found.get(key);
  };
}

interface Pattern {
  /** The number of characters that are not wildcards. */
  readonly literals: number;
  readonly matches: (group: string, kind: string) => boolean;
}

function patternOf(group: string, kind: string): Pattern {
  return {
    literals: group.replaceAll("*", "").length + kind.replaceAll("*", "").length,
    matches: (otherGroup, otherKind) => matches(group, otherGroup) && matches(kind, otherKind),
  };
}

/** Matches without a regular expression: a hostile pattern must not take exponential time. */
function matches(pattern: string, text: string): boolean {
  const [head = "", ...parts] = pattern.split("*");
  const tail = parts.pop();
  if (tail === undefined) {
    return pattern === text;
  }
  if (!text.startsWith(head) || text.length < head.length + tail.length || !text.endsWith(tail)) {
    return false;
  }
  const end = text.length - tail.length;
  let at = head.length;
  for (const part of parts) {
    const next = text.indexOf(part, at);
    if (next === -1 || next + part.length > end) {
      return false;
    }
    at = next + part.length;
  }
  return true;
}
