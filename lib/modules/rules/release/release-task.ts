import { compareVersions, formatVersion, type Version } from "../../../object/semver/version.ts";
import type { ReleasePhase } from "../resource/module-release.ts";
import type { UpdateRule } from "../resource/update-rules.ts";
import { isSameMinor, jumpEndOf } from "./version-jump.ts";
import { noDepth, type QueueDepth, queueDepthOf } from "./queue-depth.ts";

/** What is looked at of a release, of a module or of the platform, to tell what goes next. */
export interface QueuedRelease {
  readonly name: string;
  readonly version: Version;
  readonly phase: ReleasePhase;
  readonly message: string;
  readonly isForced: boolean;
  readonly updates: readonly UpdateRule[];
}

/** The releases of one module, or of the platform, and how they are stepped through. */
export interface ReleaseQueue {
  /** The lowest version first. */
  readonly releases: readonly QueuedRelease[];
  /** Of the policy, in letters of any size: in `LTS` minors may be passed over. */
  readonly channel: string;
  /**
   * How many minors an update may go up in `LTS`: ten for the platform; undefined for as many as there are,
   * as for modules.
   */
  readonly minorsInLts?: bigint;
}

/** What is to be done about a release. */
export type ReleaseAction =
  | {
      /** Its turn has come. */
      readonly type: "process";
      readonly isSingle: boolean;
      readonly isLatest: boolean;
      readonly isPatch: boolean;
      /** Releases between the deployed one and this one are passed over. */
      readonly isFromTo: boolean;
      readonly deployed: QueuedRelease | undefined;
      readonly depth: QueueDepth;
    }
  | {
      /** Others come before it. */
      readonly type: "await";
      readonly message: string;
      /** It would be a major version higher. */
      readonly isMajor: boolean;
      readonly deployed: QueuedRelease | undefined;
      readonly depth: QueueDepth;
    }
  | {
      /** It will never be its turn. */ readonly type: "skip";
      readonly isPatch: boolean;
      readonly why: string;
    }
  | {
      /** Nothing is to be decided. */
      readonly type: "none";
      readonly why: "the phase is not Pending" | "a release of this version is deployed";
    };

/**
 * What is to be done about a release that is Pending, by those around it. Of these count the Pending ones and
 * the deployed one. Linear in the releases. The rules are those of the task calculator of Deckhouse.
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
  /** Higher than the release, and Pending. */
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
    return { type: "skip", isPatch, why: "a higher patch is there" };
  }
  return { ...turned, isPatch: isPatch && previous !== undefined, isFromTo: false };
}

/**
 * The release that may be jumped to from the deployed one; undefined where there is none. `releases` begin
 * with the lowest.
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

/** Why a release that is no patch of the one before it has to wait. */
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

/** One that waits itself says what for. */
function awaitingMessage({ message, version }: QueuedRelease): string {
  return message.includes("awaiting")
    ? message
    : `awaiting for v${formatVersion(version)} release to be deployed`;
}

function minorGap(
  version: Version,
  { previous, queue }: { readonly previous: Version; readonly queue: ReleaseQueue },
): string | undefined {
  const gap = version.minor - previous.minor;
  const said = `minor version is greater than deployed ${previous.original} by`;
  if (queue.channel.toLowerCase() !== "lts") {
    return gap > 1n ? `${said} one` : undefined;
  }
  const limit = queue.minorsInLts;
  return limit !== undefined && gap > limit
    ? `${said} ${String(gap)}, it's more than acceptable channel limitation`
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
