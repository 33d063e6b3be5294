import type { Version } from "../../../object/semver/version.ts";
import { isSameMinor } from "./version-jump.ts";

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
