import { compileRe2, type Pattern } from "./re2.ts";

/** An expression in the syntax of Go's RE2 that is matched against lines. Matching is linear in any line. */
export type LinePattern = Pick<Pattern, "source" | "test">;

/** Longer ones are refused. */
const longest = 500;

/** Parses a pattern for lines, or reports its fault in RE2's words. */
export function compileLinePattern(text: string): LinePattern | { readonly fault: string } {
  if (text === "" || text.length > longest) {
    const found = text === "" ? "an empty one" : `one of ${text.length} characters`;
    return { fault: `takes a regular expression of at most ${longest} characters, found ${found}` };
  }
  const pattern = compileRe2(text);
  return "fault" in pattern ? { fault: `cannot be read as a regular expression: ${pattern.fault}` } : pattern;
}
