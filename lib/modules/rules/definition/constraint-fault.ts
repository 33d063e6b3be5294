import { truncateWord } from "../../../object/message-text.ts";
import { parseConstraint } from "../../../object/semver/constraint.ts";

/** Common mistakes, each with its correction; the first match is reported. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/!\s*[A-Za-z]/, 'write !optional once, at the end, as in ">= 1.2 !optional"'],
  [/==/, "write = for equal"],
  [/[≥≤≠]/, "write >=, <= or !="],
  [/[<>=!~^]\s+[<>=]/, 'write the operator in one piece, as in ">= 1.61"'],
  [/&|\band\b/i, 'write a comma for "and", as in ">= 1.61, < 2"'],
  [/(?<!\|)\|(?!\|)|\bor\b/i, 'write || for "or", as in "~1.61 || ^2.0"'],
  [/^\s*\|\||\|\|\s*\|\||\|\|\s*$/, "write a constraint on either side of ||"],
  [/^\s*,|,\s*,|,\s*(?:$|\|\|)/, "write a comparison on either side of the comma"],
  [/(?:[0-9]+\.){3}/, "a version has three numbers at most"],
  [/^\s*(?:latest|any|all)\s*$/i, 'write ">= 0.0.0" where any version will do'],
  [/^[\s<>=!~^]*$/, 'name a version, as in ">= 1.61"'],
];

const grammar =
  'write comparisons (= != > < >= <= ~ ^) with versions, as in ">= 1.61", ">= 1.61, < 2", "1.61 - 1.75" or "~1.61 || ^2.0"';

/**
 * Returns the fault of a constraint, in the wording of the Go library, with a correction; undefined if there
 * is none.
 */
export function constraintFault(text: string): string | undefined {
  const read = parseConstraint(text);
  if (!("fault" in read)) {
    return undefined;
  }
  if (read.fault.includes("(max")) {
    return `${read.fault}: shorten it`;
  }
  const [fact = ""] = read.fault.split(": ");
  const remedy = slips.find(([slip]) => slip.test(text))?.[1] ?? grammar;
  return `${fact} ${JSON.stringify(truncateWord(text))}: ${remedy}`;
}

/** Returns a warning if a constraint means something other than it appears to; undefined otherwise. */
export function constraintTrap(text: string): string | undefined {
  const [, from, to] = /(?:^|[\s,|])(v?[0-9]+(?:\.[0-9]+)*)-(v?[0-9]+\.[0-9]+[0-9.]*)/.exec(text) ?? [];
  return from === undefined || to === undefined
    ? undefined
    : `"${truncateWord(`${from}-${to}`)}" is pre-release ${truncateWord(to)} of version ${truncateWord(from)}, no range: write spaces around the dash for one`;
}
