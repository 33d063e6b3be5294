import { compareVersions, parseVersion, type Version } from "../../../object/semver/version.ts";
import type { UpdateRule } from "../resource/update-rules.ts";

/** The properties of a release that decide where a jump ends. */
export interface JumpCandidate {
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
