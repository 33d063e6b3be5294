import { compareText } from "../object-ref.ts";
import type { Constraint, ConstraintTerm } from "./constraint.ts";
import { findMismatch } from "./mismatch.ts";
import { compareVersions, formatVersion, type Version } from "./version.ts";

/**
 * Reports whether a version meets the constraint. Agrees with `Check` of the Go library: pre-releases are
 * excluded unless a term of the group names one.
 */
export function satisfies(constraint: Constraint, version: Version): boolean {
  return constraint.groups.some(({ terms, takesPrereleases }) =>
    terms.every((term) => isTakenUp(version, takesPrereleases) && findMismatch(term, version) === undefined),
  );
}

/**
 * The reasons a version does not meet the constraint, term by term: `1.29.6 is less than or equal to 1.29`;
 * empty if it does. The words are those of `Validate` in v3.4 of the Go library; v3.5 quotes the version and
 * the term.
 */
export function explainMismatch(constraint: Constraint, version: Version): readonly string[] {
  if (satisfies(constraint, version)) {
    return [];
  }
  const text = formatVersion(version);
  const reasons: string[] = [];
  let isStatedPrerelease = false;
  for (const { terms, takesPrereleases } of constraint.groups) {
    if (isTakenUp(version, takesPrereleases)) {
      reasons.push(...terms.flatMap((term) => reasonOf(term, version, text)));
    } else if (!isStatedPrerelease) {
      isStatedPrerelease = true;
      reasons.push(`${text} is a prerelease version and the constraint is only looking for release versions`);
    }
  }
  return reasons;
}

/**
 * The greatest version that meets the constraint; among equals (`1.2.0+a`, `v1.2`) the last by its text, so
 * that their order does not matter.
 */
export function maxSatisfying(constraint: Constraint, versions: Iterable<Version>): Version | undefined {
  let best: Version | undefined;
  for (const version of versions) {
    if (satisfies(constraint, version) && (best === undefined || isGreater(version, best))) {
      best = version;
    }
  }
  return best;
}

function isGreater(left: Version, right: Version): boolean {
  return (compareVersions(left, right) || compareText(left.original, right.original)) > 0;
}

function isTakenUp(version: Version, takesPrereleases: boolean): boolean {
  return version.prerelease === "" || takesPrereleases;
}

function reasonOf(term: ConstraintTerm, version: Version, text: string): readonly string[] {
  const failure = findMismatch(term, version);
  if (failure === undefined) {
    return [];
  }
  const { relation, remark } = failure;
  return [`${text} ${relation} ${term.written}${remark === undefined ? "" : `. ${remark}`}`];
}
