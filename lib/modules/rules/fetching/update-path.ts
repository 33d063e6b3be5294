import { compareText } from "../../../object/object-ref.ts";
import { compareVersions, formatVersion, type Version } from "../../../object/semver/version.ts";

/** The start and target of an update, and the versions in the registry. */
export interface UpdateRoute {
  readonly from: Version;
  readonly to: Version;
  readonly versions: readonly Version[];
  /** Reports whether a version may be installed without those before it: it has from–to rules. */
  readonly isAdmitted: (version: Version) => boolean;
}

/** The versions of an update in order, with the gaps between them as a fault. */
export interface UpdatePath {
  readonly steps: readonly Version[];
  readonly fault?: string;
}

/**
 * Returns the steps of an update: the highest patch of each minor version above the start, then the target. A
 * step that does not follow the one before it is a fault, unless the step or the target is admitted. It
 * remains a step: its release waits, and can be forced.
 */
export function updatePath({ from, to, versions, isAdmitted }: UpdateRoute): UpdatePath {
  const steps = [...highestPatches({ from, to, versions }), to];
  const gaps = isAdmitted(to)
    ? []
    : pairsOf([from, ...steps]).filter(([before, next]) => !follows(before, next) && !isAdmitted(next));
  return gaps.length === 0 ? { steps } : { steps, fault: gaps.map(gapText).join("; ") };
}

/**
 * Reports whether each version follows the one before it, so that an update may start from the last one.
 * `versions` are sorted, the lowest first.
 */
export function isSequence(versions: readonly Version[]): boolean {
  return pairsOf(versions).every(([before, next]) => follows(before, next));
}

type Pair = readonly [before: Version, next: Version];

function pairsOf(versions: readonly Version[]): readonly Pair[] {
  return versions.slice(1).flatMap((next, at): readonly Pair[] => {
    const before = versions[at];
    return before === undefined ? [] : [[before, next]];
  });
}

/**
 * Returns the highest patch of each minor version between the start and the target's minor, in order.
 * Pre-releases do not count.
 */
function highestPatches({
  from,
  to,
  versions,
}: Pick<UpdateRoute, "from" | "to" | "versions">): readonly Version[] {
  const highest = new Map<string, Version>();
  for (const version of versions.toSorted(compareWritten)) {
    const isBetween = compareVersions(from, version) < 0 && compareMinors(version, to) < 0;
    if (isBetween && version.prerelease === "") {
      highest.set(`${version.major}.${version.minor}`, version);
    }
  }
  return [...highest.values()];
}

/** Sorts equal versions by their text, so that the one with `v` is last, as in the names of releases. */
function compareWritten(left: Version, right: Version): number {
  return compareVersions(left, right) || compareText(left.original, right.original);
}

function compareMinors(left: Version, right: Version): number {
  const [major, minor] = [left.major - right.major, left.minor - right.minor];
  const difference = major === 0n ? minor : major;
  return difference < 0n ? -1 : Number(difference > 0n);
}

/**
 * Reports whether a version follows another: the next minor version does, any patch of the same one, and the
 * first major version after major 0.
 */
function follows(before: Version, next: Version): boolean {
  if (before.major !== next.major) {
    return before.major === 0n && next.major === 1n;
  }
  return next.minor - before.minor <= 1n;
}

function gapText([before, next]: Pair): string {
  return `not sequential version: prev 'v${formatVersion(before)}' next 'v${formatVersion(next)}'`;
}
