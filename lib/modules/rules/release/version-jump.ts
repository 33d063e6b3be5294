import { compareVersions, parseVersion, type Version } from "../../../object/semver/version.ts";
import type { UpdateRule } from "../resource/update-policy.ts";

/** The properties of a release that decide where a jump ends. */
interface JumpCandidate {
  readonly version: Version;
  readonly updates: readonly UpdateRule[];
}

/**
 * Returns the release that can be deployed at once, past all those between it and the deployed one; undefined
 * if each has its turn. A rule applies if its `to` has the major and minor of the release that contains it,
 * and the deployed version is at least `from` and below `to`. Of several, the greatest `to` wins, and the
 * highest patch of its minor. `pending` are the releases above the deployed one.
 */
export function jumpEndOf<Candidate extends JumpCandidate>(
  pending: readonly Candidate[],
  deployed: Version,
): Candidate | undefined {
  let end: Candidate | undefined;
  for (const candidate of pending) {
    if (candidate.updates.some((rule) => leadsTo(candidate.version, { rule, deployed }))) {
      end = later(end, highestPatch(pending, candidate));
    }
  }
  return end;
}

function leadsTo(
  version: Version,
  { rule, deployed }: { readonly rule: UpdateRule; readonly deployed: Version },
): boolean {
  const [from, to] = [parseVersion(rule.from), parseVersion(rule.to)];
  return (
    from !== undefined &&
    to !== undefined &&
    isSameMinor(to, version) &&
    compareVersions(deployed, from) >= 0 &&
    compareVersions(deployed, to) < 0
  );
}

function highestPatch<Candidate extends JumpCandidate>(
  pending: readonly Candidate[],
  named: Candidate,
): Candidate {
  let highest = named;
  for (const candidate of pending) {
    if (isSameMinor(candidate.version, named.version)) {
      highest = later(highest, candidate);
    }
  }
  return highest;
}

function later<Candidate extends JumpCandidate>(left: Candidate | undefined, right: Candidate): Candidate {
  return left !== undefined && compareVersions(left.version, right.version) >= 0 ? left : right;
}

/** Reports whether two versions differ in their patch at most. */
export function isSameMinor(left: Version, right: Version): boolean {
  return left.major === right.major && left.minor === right.minor;
}

/** The distance of the deployed version from the newest one. */
export interface QueueDepth {
  readonly major: bigint;
  /** To the newest version of the deployed major. */
  readonly minor: bigint;
  /** Counted only if there is no newer minor. */
  readonly patch: bigint;
}

/** The depth without newer versions, or without a deployed one. */
export const noDepth: QueueDepth = { major: 0n, minor: 0n, patch: 0n };

/** Returns the depth between a deployed version and those ahead of it, which are sorted, the lowest first. */
export function queueDepthOf(deployed: Version | undefined, ahead: readonly Version[]): QueueDepth {
  if (deployed === undefined) {
    return noDepth;
  }
  const newest = ahead.at(-1) ?? deployed;
  const ofMajor = ahead.findLast((version) => version.major === deployed.major) ?? deployed;
  return {
    major: newest.major - deployed.major,
    minor: ofMajor.minor - deployed.minor,
    patch: isSameMinor(ofMajor, deployed) ? ofMajor.patch - deployed.patch : 0n,
  };
}

/**
 * Returns the depth as one number: minors or, if there are none, patches. Major versions are not part of it.
 */
export function depthFigure({ minor, patch }: QueueDepth): number {
  return Number(minor === 0n ? patch : minor);
}
