import { createRequire } from "node:module";

import type * as Re2 from "re2js";

/** An expression in the syntax of Go's RE2 that lines are tried on. No line makes it run long. */
export interface LinePattern {
  /** As it was written. */
  readonly source: string;
  /** Whether it is found anywhere in the line. Complexity: O(line × pattern). */
  readonly test: (line: string) => boolean;
}

/** Nobody reads a longer one. */
const longest = 500;

const require = createRequire(import.meta.url);

/**
 * Reads a pattern, or tells what is wrong with it in RE2's words. The library is loaded with the first pattern: that costs more than
 * the plan of a small set, and most sets have none.
 */
export function parseLinePattern(text: string): LinePattern | { readonly fault: string } {
  if (text === "" || text.length > longest) {
    const found = text === "" ? "an empty one" : `one of ${text.length} characters`;
    return { fault: `takes a regular expression of at most ${longest} characters, found ${found}` };
  }
  const { RE2JS, RE2JSException }: typeof Re2 = require("re2js");
  try {
    const pattern = RE2JS.compile(text);
    return { source: text, test: (line) => pattern.matcher(line).find() };
  } catch (error) {
    if (error instanceof RE2JSException) {
      return { fault: `cannot be read as a regular expression: ${error.message}` };
    }
    throw error;
  }
}
