import { CelFailure, type FunctionDeclaration } from "../../model/expression.ts";
import { simpleTypes } from "../../model/type.ts";
import { type OverloadCall, globalForm, memberForm, noSuchOverload } from "../../signature/overload-form.ts";
import { compileRe2, type Pattern } from "../../../object/re2.ts";

const { bool, string } = simpleTypes;

const matches: OverloadCall = (text, pattern) => {
  if (typeof text !== "string" || typeof pattern !== "string") {
    return noSuchOverload;
  }
  const compiled = compileCached(pattern);
  return compiled instanceof CelFailure ? compiled : compiled.test(text);
};

/** Functions that search in strings. */
export const textFunctions: readonly FunctionDeclaration[] = [
  search("contains", "contains_string", (text, part) => text.includes(part)),
  search("endsWith", "ends_with_string", (text, part) => text.endsWith(part)),
  search("startsWith", "starts_with_string", (text, part) => text.startsWith(part)),
  {
    name: "matches",
    overloads: [
      globalForm("matches", [bool, string, string], matches),
      memberForm("matches_string", [bool, string, string], matches),
    ],
  },
];

function search(
  name: string,
  id: string,
  found: (text: string, part: string) => boolean,
): FunctionDeclaration {
  const call: OverloadCall = (text, part) =>
    typeof text === "string" && typeof part === "string" ? found(text, part) : noSuchOverload;
  return { name, overloads: [memberForm(id, [bool, string, string], call)] };
}

const compiledPatterns = new Map<string, Pattern | CelFailure>();
const mostCompiled = 256;

/**
 * Compiles a pattern, or returns the failure of an invalid one. Rules use few patterns often: the most recent
 * ones are cached.
 */
function compileCached(source: string): Pattern | CelFailure {
  const known = compiledPatterns.get(source);
  if (known !== undefined) {
    return known;
  }
  if (compiledPatterns.size >= mostCompiled) {
    compiledPatterns.clear();
  }
  const pattern = compileRe2(source);
  const found = "fault" in pattern ? new CelFailure(pattern.fault) : pattern;
  compiledPatterns.set(source, found);
  return found;
}
