import type { Version } from "../../../object/semver/version.ts";
import { isSameMinor } from "./version-jump.ts";

/** How far the deployed version is behind the newest one. */
export interface QueueDepth {
  readonly major: bigint;
  /** Up to the newest version of the deployed major. */
  readonly minor: bigint;
  /** Counted where no newer minor is there. */
  readonly patch: bigint;
}

/** Nothing is ahead, or nothing is deployed to be behind. */
export const noDepth: QueueDepth = { major: 0n, minor: 0n, patch: 0n };

/** The depth between a deployed version and those ahead of it, the lowest first. */
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
 * The depth as one figure: minors, and where there are none, patches. A major version is never part of it.
 */
export function depthFigure({ minor, patch }: QueueDepth): number {
  return Number(minor === 0n ? patch : minor);
}
