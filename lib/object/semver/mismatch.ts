import type { ConstraintTerm, Operator } from "./constraint.ts";
import { comparePrereleases, compareVersions, type Version } from "./version.ts";

/** The reason a version does not meet a term. */
export interface Mismatch {
  /** The relation of the version to the term: `is less than`. */
  readonly relation: string;
  /** An additional sentence. */
  readonly remark?: string;
}

const failures: Readonly<Record<Operator, (term: ConstraintTerm, version: Version) => Mismatch | undefined>> =
  {
    "=": equal,
    "!=": unequal,
    ">": greater,
    "<": (term, version) =>
      failIf(compareVersions(version, term.version) >= 0, "is greater than or equal to"),
    ">=": notLess,
    "<=": notGreater,
    "~": tilde,
    "^": caret,
  };

/**
 * The mismatch of a version with a term, undefined if it meets it. The caller checks whether a pre-release is
 * asked for. The rules, oddities included, are those of the Go library github.com/Masterminds/semver/v3:
 * `>1.2` begins at 1.3, `!=1.x` excludes all of 1.
 */
export function findMismatch(term: ConstraintTerm, version: Version): Mismatch | undefined {
  return failures[term.operator](term, version);
}

function failIf(fails: boolean, relation: string): Mismatch | undefined {
  return fails ? { relation } : undefined;
}

function equal(term: ConstraintTerm, version: Version): Mismatch | undefined {
  return term.open === undefined
    ? failIf(compareVersions(version, term.version) !== 0, "is not equal to")
    : tilde(term, version);
}

function unequal(term: ConstraintTerm, version: Version): Mismatch | undefined {
  return failIf(isEqual(term, version), "is equal to");
}

/** `1.2` is equal to all of its patches, but a pre-release only to itself. */
function isEqual({ open, version: asked }: ConstraintTerm, version: Version): boolean {
  if (open === "minor") {
    return version.major === asked.major;
  }
  if (open === "patch") {
    return isSameMinor(asked, version) && comparePrereleases(version.prerelease, asked.prerelease) === 0;
  }
  // If no part is given, it is compared with 0.0.0.
  return compareVersions(version, asked) === 0;
}

function greater({ open, version: asked }: ConstraintTerm, version: Version): Mismatch | undefined {
  const relation = "is less than or equal to";
  if (open === "minor") {
    return failIf(version.major <= asked.major, relation);
  }
  if (open === "patch" && version.major === asked.major) {
    return failIf(version.minor <= asked.minor, relation);
  }
  return failIf(compareVersions(version, asked) <= 0, relation);
}

function notLess({ version: asked }: ConstraintTerm, version: Version): Mismatch | undefined {
  return failIf(compareVersions(version, asked) < 0, "is less than");
}

function notGreater({ open, version: asked }: ConstraintTerm, version: Version): Mismatch | undefined {
  const relation = "is greater than";
  if (open === undefined) {
    return failIf(compareVersions(version, asked) > 0, relation);
  }
  const isMinorGreater = version.major === asked.major && version.minor > asked.minor;
  return failIf(version.major > asked.major || (isMinorGreater && open !== "minor"), relation);
}

/** `~1.2.3` stays in 1.2, `~1` in 1, and `~0.0.0` and `~*` accept everything. */
function tilde(term: ConstraintTerm, version: Version): Mismatch | undefined {
  const { open, version: asked } = term;
  const isAnywhere = asked.major + asked.minor + asked.patch === 0n && (open ?? "major") === "major";
  const below = notLess(term, version);
  if (below !== undefined || isAnywhere) {
    return below;
  }
  if (version.major !== asked.major) {
    return { relation: "does not have same major version as" };
  }
  return failIf(
    version.minor !== asked.minor && open !== "minor",
    "does not have same major and minor version as",
  );
}

/** `^1.2.3` stays in 1, `^0.2.3` in 0.2, `^0.0.3` at itself. */
function caret(term: ConstraintTerm, version: Version): Mismatch | undefined {
  const { open, version: asked } = term;
  const below = notLess(term, version);
  if (below !== undefined) {
    return below;
  }
  if (version.major !== asked.major) {
    return { relation: "does not have same major version as" };
  }
  return asked.major > 0n || open === "minor" ? undefined : caretBelowOne(term, version);
}

function caretBelowOne({ open, version: asked }: ConstraintTerm, version: Version): Mismatch | undefined {
  const relation = "does not have same minor version as";
  if (asked.minor > 0n || open === "patch") {
    const remark = "Expected minor versions to match when constraint major version is 0";
    return version.minor === asked.minor ? undefined : { relation, remark };
  }
  if (version.minor > 0n) {
    return { relation };
  }
  const remark = "Expect version and constraint to equal when major and minor versions are 0";
  return version.patch === asked.patch ? undefined : { relation: "does not equal", remark };
}

function isSameMinor(left: Version, right: Version): boolean {
  return left.major === right.major && left.minor === right.minor;
}
