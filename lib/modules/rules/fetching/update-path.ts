import { compareText } from "../../../object/object-ref.ts";
import { compareVersions, formatVersion, type Version } from "../../../object/semver/version.ts";

/** From where to where a module is to be brought, and what the registry has. */
export interface UpdateRoute {
  readonly from: Version;
  readonly to: Version;
  readonly versions: readonly Version[];
  /** Whether a version may be taken as it is, without those before it: it has from–to rules. */
  readonly isAdmitted: (version: Version) => boolean;
}

/** The versions of a route in their order, and where one of them does not follow the one before it. */
export interface UpdatePath {
  readonly steps: readonly Version[];
  readonly fault?: string;
}

/**
 * The steps of an update: the highest patch of each minor version from the first one on, then the version it
 * goes to. A step that does not follow the one before it is a fault unless it, or the version that the update
 * goes to, may be taken as it is. It is a step all the same: its release waits, and can be forced.
 */
export function updatePath({ from, to, versions, isAdmitted }: UpdateRoute): UpdatePath {
  const steps = [...highestPatches({ from, to, versions }), to];
  const gaps = isAdmitted(to)
    ? []
    : pairsOf([from, ...steps]).filter(([before, next]) => !follows(before, next) && !isAdmitted(next));
  return gaps.length === 0 ? { steps } : { steps, fault: gaps.map(gapText).join("; ") };
}

/**
 * Whether each version follows the one before it, so that an update may begin at the last one. `versions`
 * begin with the lowest.
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
 * The highest patch of each minor version below the last one, in their order, and above the first version.
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

/** Of equal versions the one written with `v` comes last, as releases are named so. */
function compareWritten(left: Version, right: Version): number {
  return compareVersions(left, right) || compareText(left.original, right.original);
}

function compareMinors(left: Version, right: Version): number {
  const [major, minor] = [left.major - right.major, left.minor - right.minor];
  const difference = major === 0n ? minor : major;
  return difference < 0n ? -1 : Number(difference > 0n);
}

/**
 * The next minor version follows, any of the same, and the first major version follows what came before it.
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
