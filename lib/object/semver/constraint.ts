import { BugError } from "../bug-error.ts";
import { compileRe2, type Pattern, type PatternMatch } from "../re2.ts";
import { parseVersion, type Version } from "./version.ts";

/** The comparison of a version; spelling variants, such as `>=` and `=>`, are the same. */
export type Operator = "=" | "!=" | ">" | "<" | ">=" | "<=" | "~" | "^";

/** A constraint on versions: `>= 1.2, < 2 || 3.x`. */
export interface Constraint {
  readonly original: string;
  /** One of them must be met. */
  readonly groups: readonly ConstraintGroup[];
}

/** Terms that must all be met. */
export interface ConstraintGroup {
  readonly terms: readonly ConstraintTerm[];
  /** Whether any term names a pre-release: then all terms accept pre-releases, otherwise none does. */
  readonly takesPrereleases: boolean;
}

/** One comparison: `>= 1.2`. */
export interface ConstraintTerm {
  readonly operator: Operator;
  /** With 0 for open parts. */
  readonly version: Version;
  /** The version as specified: `v1.2.x`. */
  readonly written: string;
  /** The first open number: `x`, `X`, `*` or absent. */
  readonly open: "major" | "minor" | "patch" | undefined;
}

/** In bytes. */
const longest = 512;
const mostGroups = 32;

const operators: Readonly<Record<string, Operator>> = {
  "": "=",
  "=": "=",
  "!=": "!=",
  ">": ">",
  "<": "<",
  ">=": ">=",
  "=>": ">=",
  "<=": "<=",
  "=<": "<=",
  "~": "~",
  "~>": "~",
  "^": "^",
};

/** The expressions of the Go library, unchanged, for RE2, so that no text can make them slow. */
const version =
  String.raw`v?([0-9|x|X|\*]+)(\.[0-9|x|X|\*]+)?(\.[0-9|x|X|\*]+)?` +
  String.raw`(-([0-9A-Za-z\-]+(\.[0-9A-Za-z\-]+)*))?(\+([0-9A-Za-z\-]+(\.[0-9A-Za-z\-]+)*))?`;
const operator = String.raw`=||!=|>|<|>=|=>|<=|=<|~|~>|\^`;
const term = String.raw`(${operator})\s*(${version})`;
const group = String.raw`^(\s*${term}\s*)((?:\s+|,\s*)${term}\s*)*$`;
const range = String.raw`\s*(${version})\s+-\s+(${version})\s*`;

interface Grammar {
  readonly range: Pattern;
  readonly group: Pattern;
  readonly term: Pattern;
}

let compiled: Grammar | undefined;

function grammar(): Grammar {
  compiled ??= { range: patternOf(range), group: patternOf(group), term: patternOf(term) };
  return compiled;
}

function patternOf(text: string): Pattern {
  const pattern = compileRe2(text);
  if ("fault" in pattern) {
    throw new BugError(pattern.fault);
  }
  return pattern;
}

/**
 * Parses a constraint, or reports its fault: operators `= != > < >= <= ~ ^` (also `=> =< ~>`), commas and
 * spaces for "and", `||` for "or", `1.2 - 1.4`, and versions with open parts (`1`, `1.x`, `*`). Agrees with
 * `NewConstraint` of Go's github.com/Masterminds/semver/v3; the words of faults are v3.4's, the limits (512
 * bytes, 32 groups) v3.5's.
 */
export function parseConstraint(
  text: string,
): { readonly constraint: Constraint } | { readonly fault: string } {
  if (new TextEncoder().encode(text).length > longest) {
    return { fault: `constraint string is too long (max ${String(longest)} bytes)` };
  }
  const parts = writeOutRanges(text).split("||");
  if (parts.length > mostGroups) {
    return { fault: `too many constraint groups (max ${String(mostGroups)})` };
  }
  const groups: ConstraintGroup[] = [];
  for (const part of parts) {
    const read = readGroup(part);
    if ("fault" in read) {
      return read;
    }
    groups.push(read);
  }
  return { constraint: { original: text, groups } };
}

/** `1.2 - 1.4` becomes `>= 1.2, <= 1.4 `. */
function writeOutRanges(text: string): string {
  const ranges = grammar().range.matches(text, longest);
  return ranges.reduce((written, { start, end, groups }) => {
    const [from = "", to = ""] = [groups[0], groups[10]];
    return written.replace(text.slice(start, end), () => `>= ${from}, <= ${to} `);
  }, text);
}

function readGroup(text: string): ConstraintGroup | { readonly fault: string } {
  const { group: whole, term: one } = grammar();
  if (!whole.test(text)) {
    return { fault: `improper constraint: ${text}` };
  }
  const terms: ConstraintTerm[] = [];
  for (const match of one.matches(text, longest)) {
    const read = readTerm(match);
    if (read === undefined) {
      return { fault: "constraint parser error" };
    }
    terms.push(read);
  }
  return { terms, takesPrereleases: terms.some((read) => read.version.prerelease !== "") };
}

function readTerm({ groups }: PatternMatch): ConstraintTerm | undefined {
  const [sign = "", written = "", major = "", minor = "", patch = "", prerelease = ""] = groups;
  const open = openPart(major, minor.slice(1), patch.slice(1));
  const read = parseVersion(fillIn(open, { major, minor, prerelease, written }));
  const compared = operators[sign];
  if (compared === undefined) {
    throw new BugError(`an operator without a meaning: ${sign}`);
  }
  return read === undefined ? undefined : { operator: compared, version: read, written, open };
}

function openPart(major: string, minor: string, patch: string): ConstraintTerm["open"] {
  if (isOpen(major)) {
    return "major";
  }
  if (isOpen(minor)) {
    return "minor";
  }
  return isOpen(patch) ? "patch" : undefined;
}

function isOpen(part: string): boolean {
  return ["", "x", "X", "*"].includes(part);
}

interface WrittenParts {
  readonly major: string;
  /** With its dot. */
  readonly minor: string;
  /** With its dash. */
  readonly prerelease: string;
  readonly written: string;
}

function fillIn(open: ConstraintTerm["open"], { major, minor, prerelease, written }: WrittenParts): string {
  if (open === undefined) {
    return written;
  }
  const filled = { major: "0.0.0", minor: `${major}.0.0`, patch: `${major}${minor}.0` };
  return `${filled[open]}${prerelease}`;
}
