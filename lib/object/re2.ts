import { createRequire } from "node:module";

import type * as Re2 from "re2js";

/** An expression in the syntax of Go's RE2. Matching is linear in any text. */
export interface Pattern {
  /** The expression as specified. */
  readonly source: string;
  /** The work per character of a text: roughly its number of steps. */
  readonly size: number;
  /** Reports whether it matches anywhere in the text. Complexity: O(text × pattern). */
  readonly test: (text: string) => boolean;
  /** The first match, or all: each with its groups; undefined for a group that did not participate. */
  readonly matches: (text: string, limit: number) => readonly PatternMatch[];
}

/** One match of a pattern: offsets in UTF-16 units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** From group 1. */
  readonly groups: readonly (string | undefined)[];
}

const require = createRequire(import.meta.url);

/**
 * CRDs repeat the same few patterns thousands of times, and compiling one costs more than everything else
 * about a field.
 */
const latest = new Map<string, Pattern | { readonly fault: string }>();
const mostKept = 100;
/** A longer one may take much memory, and is rarely repeated. */
const longestKept = 1000;

/**
 * Compiles a pattern, or reports its fault in RE2's words. The latest are cached. The library is loaded with
 * the first pattern: that costs more than the plan of a small set, and most sets have none.
 */
export function compileRe2(text: string): Pattern | { readonly fault: string } {
  const known = latest.get(text);
  if (known !== undefined) {
    return known;
  }
  const compiled = compileAnew(text);
  if (latest.size >= mostKept) {
    latest.clear();
  }
  if (text.length <= longestKept) {
    latest.set(text, compiled);
  }
  return compiled;
}

function compileAnew(text: string): Pattern | { readonly fault: string } {
  const { RE2JS, RE2JSException }: typeof Re2 = require("re2js");
  try {
    const pattern = RE2JS.compile(text);
    return {
      source: text,
      size: pattern.programSize(),
      test: (tried) => pattern.test(tried),
      matches: (tried, limit) => {
        const matcher = pattern.matcher(tried);
        const found: PatternMatch[] = [];
        while (found.length < limit && matcher.find()) {
          const groups = Array.from(
            { length: matcher.groupCount() },
            (_, index) => matcher.group(index + 1) ?? undefined,
          );
          found.push({ start: matcher.start(), end: matcher.end(), groups });
        }
        return found;
      },
    };
  } catch (error) {
    if (error instanceof RE2JSException) {
      return { fault: error.message };
    }
    throw error;
  }
}

/** An expression in the syntax of Go's RE2 that is matched against lines. Matching is linear in any line. */
export type LinePattern = Pick<Pattern, "source" | "test">;

/** Longer ones are refused. */
const longestLinePattern = 500;

/** Parses a pattern for lines, or reports its fault in RE2's words. */
export function compileLinePattern(text: string): LinePattern | { readonly fault: string } {
  if (text === "" || text.length > longestLinePattern) {
    const found = text === "" ? "an empty one" : `one of ${text.length} characters`;
    return {
      fault: `takes a regular expression of at most ${longestLinePattern} characters, found ${found}`,
    };
  }
  const pattern = compileRe2(text);
  return "fault" in pattern ? { fault: `is not a valid regular expression: ${pattern.fault}` } : pattern;
}
