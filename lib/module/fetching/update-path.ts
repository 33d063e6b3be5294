import { compareText } from "../../object/object-ref.ts";
import { compareVersions, formatVersion, type Version } from "../../version/version.ts";

/** From where to where a module is to be brought, and what the registry has. */
export interface UpdateRoute {
  readonly from: Version;
  readonly to: Version;
  readonly versions: readonly Version[];
  /** Whether a version may be taken as it is, without those before it: it has from–to rules. */
  readonly isAdmitted: (version: Version) => boolean;
}

/** The versions of a route in their order, and why it breaks off, if it does. */
export interface UpdatePath {
  readonly steps: readonly Version[];
  readonly fault?: string;
}

/**
 * The steps of an update: the highest patch of each minor version between, then the version it goes to. A step that does not follow the one before it
 * breaks the path off, but the version it goes to is taken all the same where it may be taken as it is.
 */
export function updatePath({ from, to, versions, isAdmitted }: UpdateRoute): UpdatePath {
  const steps: Version[] = [];
  let before = from;
  for (const next of [...highestPatches({ from, to, versions }), to]) {
    if (!follows(before, next) && !isAdmitted(next)) {
      return isAdmitted(to) ? { steps: [...steps, to] } : { steps, fault: gap(before, next) };
    }
    steps.push(next);
    before = next;
  }
  return { steps };
}

/** The highest patch of each minor version that lies wholly between two versions, in their order. Pre-releases do not count. */
function highestPatches({
  from,
  to,
  versions,
}: Pick<UpdateRoute, "from" | "to" | "versions">): readonly Version[] {
  const highest = new Map<string, Version>();
  for (const version of versions.toSorted(compareWritten)) {
    const isBetween = compareMinors(from, version) < 0 && compareMinors(version, to) < 0;
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

/** The next minor version follows, any of the same, and the first major version follows what came before it. */
function follows(before: Version, next: Version): boolean {
  if (before.major !== next.major) {
    return before.major === 0n && next.major === 1n;
  }
  return next.minor - before.minor <= 1n;
}

function gap(before: Version, next: Version): string {
  return `not sequential version: prev 'v${formatVersion(before)}' next 'v${formatVersion(next)}'`;
}
