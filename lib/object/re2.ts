import { createRequire } from "node:module";

import type * as Re2 from "re2js";

/** An expression in the syntax of Go's RE2. No text makes it run longer than linear. */
export interface Pattern {
  /** As it was written. */
  readonly source: string;
  /** How much work each character of a text may be: about the number of its steps. */
  readonly size: number;
  /** Whether it is found anywhere in the text. Complexity: O(text × pattern). */
  readonly test: (text: string) => boolean;
  /** The first match, or all: each with its groups; undefined for a group that took no part. */
  readonly matches: (text: string, limit: number) => readonly PatternMatch[];
}

/** One place where a pattern was found: offsets in UTF-16 units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** From group 1 on. */
  readonly groups: readonly (string | undefined)[];
}

const require = createRequire(import.meta.url);

/**
 * Definitions write the same few patterns thousands of times, and to compile one costs more than all else
 * about a field.
 */
const latest = new Map<string, Pattern | { readonly fault: string }>();
const mostKept = 100;
/** A longer one may take much memory, and is rarely written twice. */
const longestKept = 1000;

/**
 * Reads a pattern, or tells what is wrong with it in RE2's words. The latest are kept. The library is loaded
 * with the first pattern: that costs more than the plan of a small set, and most sets have none.
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
