import { compileRe2, type Pattern } from "../../object/re2.ts";
import { CelFailure, type FunctionDeclaration } from "../model/expression.ts";
import { listOf, simpleTypes } from "../model/type.ts";
import { type CelList, celList } from "../model/value.ts";
import { anInt, aString, method } from "../signature/signature.ts";

const words = listOf(simpleTypes.string);

/** Kubernetes' functions that find matches of an RE2 pattern in a string. */
export const regexFunctions: readonly FunctionDeclaration[] = [
  {
    name: "find",
    overloads: [
      method({
        id: "string_find_string",
        parameters: [aString, aString],
        result: simpleTypes.string,
        call: find,
      }),
    ],
  },
  {
    name: "findAll",
    overloads: [
      method({
        id: "string_find_all_string",
        parameters: [aString, aString],
        result: words,
        call: (text, pattern) => findAll(text, pattern, -1n),
      }),
      method({
        id: "string_find_all_string_int",
        parameters: [aString, aString, anInt],
        result: words,
        call: findAll,
      }),
    ],
  },
];

function find(text: string, source: string): string | CelFailure {
  const pattern = patternOf(source);
  if (pattern instanceof CelFailure) {
    return pattern;
  }
  const [found] = matched(pattern, text, 1);
  return found ?? "";
}

function findAll(text: string, source: string, limit: bigint): CelList | CelFailure {
  const pattern = patternOf(source);
  if (pattern instanceof CelFailure) {
    return pattern;
  }
  return celList(matched(pattern, text, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit)));
}

/** Go ignores an empty match directly after another match. */
function matched(pattern: Pattern, text: string, limit: number): readonly string[] {
  const found: string[] = [];
  let end = -1;
  for (const match of pattern.matches(text, limit === 1 ? 1 : Number.POSITIVE_INFINITY)) {
    if (found.length >= limit) {
      break;
    }
    if (match.start !== match.end || match.start !== end) {
      found.push(text.slice(match.start, match.end));
    }
    end = match.end;
  }
  return found;
}

function patternOf(source: string): Pattern | CelFailure {
  const pattern = compileRe2(source);
  if (!("fault" in pattern)) {
    return pattern;
  }
  // Go quotes the text after the backslash, which is empty.
  const rest = pattern.fault.endsWith("trailing backslash at end of expression") ? ": ``" : "";
  return new CelFailure(`Illegal regex: ${pattern.fault}${rest}`);
}
