import { compileRe2, type Pattern } from "./re2.ts";

/** An expression in the syntax of Go's RE2 that lines are tried on. No line makes it run long. */
export type LinePattern = Pick<Pattern, "source" | "test">;

/** Nobody reads a longer one. */
const longest = 500;

/** Reads a pattern for lines, or tells what is wrong with it in RE2's words. */
export function compileLinePattern(text: string): LinePattern | { readonly fault: string } {
  if (text === "" || text.length > longest) {
    const found = text === "" ? "an empty one" : `one of ${text.length} characters`;
    return { fault: `takes a regular expression of at most ${longest} characters, found ${found}` };
  }
  const pattern = compileRe2(text);
  return "fault" in pattern ? { fault: `cannot be read as a regular expression: ${pattern.fault}` } : pattern;
}
