import type { GitRevision } from "../../git/model/git-repository.ts";
import type { Duration } from "../../object/duration.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

/** A number of units, or a percentage of them. */
export type UnitShare = { readonly percent: number } | { readonly count: number };

/** One of the rings through which a revision is promoted, in their order. */
export interface Ring {
  readonly name: string;
  /** The time for which the previous ring must have been ready at a revision, in milliseconds. */
  readonly promoteAfter: Duration;
  /** Units of the previous ring that need not be ready at it. */
  readonly maxFailing: UnitShare;
  /** Of its units that have no windows of their own. */
  readonly windows: readonly MaintenanceWindow[];
}

/** A unit of a ring, as it is known here. */
export interface RingUnit {
  /** The revision that it has been ready at since then, without interruption; undefined if not ready. */
  readonly ready?: { readonly revision: GitRevision; readonly since: number };
}

/** The ring that must be ready at a revision before the next one gets it. */
export interface PreviousRing {
  readonly name: string;
  /** Its units with the same repository and ref: one at least. */
  readonly units: readonly RingUnit[];
  readonly promoteAfter: Duration;
  readonly maxFailing: UnitShare;
}

/** A revision that enough units of a ring have been ready at. */
interface ReadyRevision {
  readonly revision: GitRevision;
  /** The last time at which one of these units became ready. */
  readonly since: number;
  /** The time from which it may be promoted, in milliseconds since 1970; undefined if too few are ready. */
  readonly qualifiesAt?: number;
  readonly ready: number;
}

/** Returns the number of units that must be ready: one at least, whatever may be failing. */
function quorumOf({ units, maxFailing }: PreviousRing): number {
  const spared =
    "count" in maxFailing ? maxFailing.count : Math.floor((units.length * maxFailing.percent) / 100);
  return Math.max(units.length - spared, 1);
}

function readyRevisions(ring: PreviousRing): readonly ReadyRevision[] {
  const quorum = quorumOf(ring);
  const groups = Map.groupBy(
    ring.units.flatMap(({ ready }) => ready ?? []),
    ({ revision }) => revision.commit,
  );
  return [...groups.values()].flatMap((group) => {
    const times = group.map(({ since }) => since).toSorted((left, right) => left - right);
    const [first] = group;
    const since = times.at(-1);
    const completed = times[quorum - 1];
    return first === undefined || since === undefined
      ? []
      : [
          {
            revision: first.revision,
            since,
            ready: group.length,
            ...(completed === undefined ? {} : { qualifiesAt: completed + ring.promoteAfter }),
          },
        ];
  });
}

/**
 * Returns the revision that a ring promotes: enough of its units have been ready at it, without interruption,
 * for long enough. Of several the one that git has now, or else the one that units became ready at last.
 */
export function qualifiedRevision(
  ring: PreviousRing,
  { newest, now }: { readonly newest: GitRevision; readonly now: number },
): { readonly revision: GitRevision; readonly since: number } | undefined {
  const qualified = readyRevisions(ring)
    .filter(({ qualifiesAt }) => qualifiesAt !== undefined && qualifiesAt <= now)
    .toSorted((left, right) => left.since - right.since);
  const found = qualified.find(({ revision }) => revision.commit === newest.commit) ?? qualified.at(-1);
  return found && { revision: found.revision, since: found.since };
}

/** The progress of a ring with a revision. */
export interface RingProgress {
  readonly ready: number;
  readonly all: number;
  /** The time at which it is promoted if all stays as it is; undefined if too few units are ready. */
  readonly until?: number;
}

/** Returns how far a ring is with a revision. */
export function ringProgress(ring: PreviousRing, { commit }: GitRevision): RingProgress {
  const found = readyRevisions(ring).find(({ revision }) => revision.commit === commit);
  return {
    ready: found?.ready ?? 0,
    all: ring.units.length,
    ...(found?.qualifiesAt === undefined ? {} : { until: found.qualifiesAt }),
  };
}

/** Returns the next time at which a ring may promote another revision, if all stays as it is. */
export function nextPromotion(ring: PreviousRing, now: number): number | undefined {
  const times = readyRevisions(ring).flatMap(({ qualifiesAt }) => qualifiesAt ?? []);
  const later = times.filter((time) => time > now);
  return later.length === 0 ? undefined : Math.min(...later);
}
