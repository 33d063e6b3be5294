import { compileRe2, type Pattern } from "../../../object/re2.ts";
import { CelFailure } from "../../model/expression.ts";

const compiled = new Map<string, Pattern | CelFailure>();
const mostCompiled = 256;

/**
 * Compiles a pattern, or returns the failure of an invalid one. Rules use few patterns often: the most recent
 * ones are cached.
 */
export function compileCached(source: string): Pattern | CelFailure {
  const known = compiled.get(source);
  if (known !== undefined) {
    return known;
  }
  if (compiled.size >= mostCompiled) {
    compiled.clear();
  }
  const pattern = compileRe2(source);
  const found = "fault" in pattern ? new CelFailure(pattern.fault) : pattern;
  compiled.set(source, found);
  return found;
}
