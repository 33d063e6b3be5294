import { compareVersions, formatVersion, type Version } from "../../../object/semver/version.ts";
import type { ReleasePhase } from "../resource/module-release.ts";
import type { UpdateRule } from "../resource/update-policy.ts";
import { isSameMinor, jumpEndOf, noDepth, type QueueDepth, queueDepthOf } from "./version-jump.ts";

/** The properties of a release of a module that decide which is next. */
export interface QueuedRelease {
  readonly name: string;
  readonly version: Version;
  readonly phase: ReleasePhase;
  readonly message: string;
  readonly isForced: boolean;
  readonly updates: readonly UpdateRule[];
}

/** The releases of one module, and the rules for stepping through them. */
export interface ReleaseQueue {
  /** The lowest version first. */
  readonly releases: readonly QueuedRelease[];
  /** Channel of the policy, case-insensitive: in `LTS`, minors may be skipped. */
  readonly channel: string;
}

/** The action for a release. */
export type ReleaseAction =
  | {
      /** Its turn has come. */
      readonly type: "process";
      readonly isSingle: boolean;
      readonly isLatest: boolean;
      readonly isPatch: boolean;
      /** Whether releases between the deployed one and this one are skipped. */
      readonly isFromTo: boolean;
      readonly deployed: QueuedRelease | undefined;
      readonly depth: QueueDepth;
    }
  | {
      /** Others come before it. */
      readonly type: "await";
      readonly message: string;
      /** Whether it would be a higher major version. */
      readonly isMajor: boolean;
      readonly deployed: QueuedRelease | undefined;
      readonly depth: QueueDepth;
    }
  | {
      /** Its turn will never come. */ readonly type: "skip";
      readonly isPatch: boolean;
      readonly why: string;
    }
  | {
      /** There is nothing to decide. */
      readonly type: "none";
      readonly why: "the phase is not Pending" | "a release of this version is deployed";
    };

/**
 * Decides what to do about a pending release, based on the other pending releases and the deployed one.
 * Linear in the releases. The rules are those of the task calculator of Deckhouse.
 */
export function releaseTask(release: QueuedRelease, queue: ReleaseQueue): ReleaseAction {
  if (release.phase !== "Pending") {
    return { type: "none", why: "the phase is not Pending" };
  }
  if (queue.releases.length === 1) {
    return { ...turn, isSingle: true, isLatest: true, isPatch: false, isFromTo: false, deployed: undefined };
  }
  const above = higherOf(release, queue.releases);
  if (above.some((other) => other.isForced)) {
    return { type: "skip", isPatch: false, why: "a higher release is forced" };
  }
  const deployed = queue.releases.findLast((other) => other.phase === "Deployed");
  const order = deployed === undefined ? -1 : compareVersions(deployed.version, release.version);
  if (order > 0) {
    return { type: "skip", isPatch: false, why: "a higher release is deployed" };
  }
  return order === 0
    ? { type: "none", why: "a release of this version is deployed" }
    : taskAbove(release, { queue, deployed, above });
}

const turn = { type: "process", depth: noDepth } as const;

interface Surroundings {
  readonly queue: ReleaseQueue;
  readonly deployed: QueuedRelease | undefined;
  /** The higher releases that are Pending. */
  readonly above: readonly QueuedRelease[];
}

function taskAbove(release: QueuedRelease, { queue, deployed, above }: Surroundings): ReleaseAction {
  const depth = depthOf(queue.releases, deployed);
  const isLatest = above.length === 0;
  const turned = { ...turn, isSingle: false, isLatest, deployed, depth };
  if (deployed !== undefined && jumpEnd(queue.releases, deployed) === release) {
    return { ...turned, isPatch: false, isFromTo: true };
  }
  const previous = previousOf(release, queue.releases);
  const isPatch = [previous, deployed].every((lower) => lower === undefined || isPatchOf(release, lower));
  const held = isPatch || previous === undefined ? undefined : holdOf(release, { previous, queue });
  if (held !== undefined) {
    return { type: "await", message: held.message, isMajor: held.isMajor, deployed, depth };
  }
  if (above.some((other) => isSameMinor(other.version, release.version))) {
    return { type: "skip", isPatch, why: "a higher patch exists" };
  }
  return { ...turned, isPatch: isPatch && previous !== undefined, isFromTo: false };
}

/**
 * Returns the release that can be jumped to from the deployed one; undefined if there is none. `releases` are
 * sorted, the lowest first.
 */
export function jumpEnd<Queued extends QueuedRelease>(
  releases: readonly Queued[],
  deployed: QueuedRelease,
): Queued | undefined {
  if (!releases.some((release) => release.updates.length > 0)) {
    return undefined;
  }
  const pending = releases.filter(
    (release) => release.phase === "Pending" && compareVersions(release.version, deployed.version) > 0,
  );
  return jumpEndOf(pending, deployed.version);
}

interface Hold {
  readonly message: string;
  readonly isMajor: boolean;
}

/** Returns the reason that a release which is not a patch of the previous one has to wait. */
function holdOf(
  release: QueuedRelease,
  { previous, queue }: { readonly previous: QueuedRelease; readonly queue: ReleaseQueue },
): Hold | undefined {
  if (previous.phase === "Pending") {
    return previous.isForced ? undefined : { message: awaitingMessage(previous), isMajor: false };
  }
  if (release.version.major === previous.version.major) {
    const message = minorGap(release.version, { previous: previous.version, queue });
    return message === undefined ? undefined : { message, isMajor: false };
  }
  const isFirstMajor = previous.version.major === 0n && release.version.major === 1n;
  const message = `major version is greater than deployed ${previous.version.original}`;
  return isFirstMajor ? undefined : { message, isMajor: true };
}

/** Returns the message of the previous release if that is waiting itself. */
function awaitingMessage({ message, version }: QueuedRelease): string {
  return message.includes("awaiting")
    ? message
    : `awaiting for v${formatVersion(version)} release to be deployed`;
}

function minorGap(
  version: Version,
  { previous, queue }: { readonly previous: Version; readonly queue: ReleaseQueue },
): string | undefined {
  return queue.channel.toLowerCase() !== "lts" && version.minor - previous.minor > 1n
    ? `minor version is greater than deployed ${previous.original} by one`
    : undefined;
}

function isPatchOf(release: QueuedRelease, lower: QueuedRelease): boolean {
  return isSameMinor(release.version, lower.version) && release.version.patch > lower.version.patch;
}

function higherOf(release: QueuedRelease, releases: readonly QueuedRelease[]): readonly QueuedRelease[] {
  return releases.filter(
    (other) => other.phase === "Pending" && compareVersions(other.version, release.version) > 0,
  );
}

function previousOf(release: QueuedRelease, releases: readonly QueuedRelease[]): QueuedRelease | undefined {
  return releases.findLast(
    (other) =>
      (other.phase === "Pending" || other.phase === "Deployed") &&
      compareVersions(other.version, release.version) < 0,
  );
}

function depthOf(releases: readonly QueuedRelease[], deployed: QueuedRelease | undefined): QueueDepth {
  return deployed === undefined
    ? noDepth
    : queueDepthOf(
        deployed.version,
        higherOf(deployed, releases).map((release) => release.version),
      );
}
