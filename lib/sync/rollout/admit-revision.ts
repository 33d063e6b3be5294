import type { GitRevision } from "../../git/model/git-repository.ts";
import { formatSeconds } from "../../object/timestamp.ts";
import { areWindowsOpen, type MaintenanceWindow, openingFrom } from "./maintenance-window.ts";
import { nextPromotion, type PreviousRing, qualifiedRevision, ringProgress } from "./qualified-revision.ts";

/** The last revision that was promoted to a unit. */
export interface Promotion {
  readonly revision: GitRevision;
  /** The time since the previous ring is ready at it, or of the request; in milliseconds since 1970. */
  readonly since: number;
  /** A person asked for it: it waits for no window. */
  readonly isForced: boolean;
}

/** The reason why a unit does not have the newest revision yet. */
export interface RolloutWait {
  /** `waits for ring canary: 3 of 5 units ready at 1a2b3c4d5e6f`. */
  readonly message: string;
  /** The end of the wait if all stays as it is, in milliseconds since 1970; undefined if unknown. */
  readonly until?: number;
}

/** The facts on which it depends which revision a unit may have. */
export interface AdmissionFacts {
  readonly now: number;
  /** The revision that git has now. */
  readonly newest: GitRevision;
  /** The revision that the unit has, or has begun to apply; undefined if it never ran. */
  readonly current: GitRevision | undefined;
  readonly promotion: Promotion | undefined;
  /** Whether a person asks for the newest revision now. */
  readonly isAsked: boolean;
  /** Undefined for a unit without ring, and in the first one. */
  readonly previous: PreviousRing | undefined;
  readonly windows: readonly MaintenanceWindow[];
}

/** The revision that a unit may have now. */
export interface Admission {
  /** Undefined if it may have none yet. */
  readonly revision: GitRevision | undefined;
  readonly promotion: Promotion | undefined;
  /** Undefined if the unit may have the newest revision. */
  readonly wait: RolloutWait | undefined;
  /** The next time at which this may change by itself, in milliseconds since 1970. */
  readonly next: number | undefined;
}

/**
 * Decides which revision a unit may have. What it has begun to apply it keeps, and never goes back to an
 * earlier commit, unless git did.
 */
export function admitRevision(facts: AdmissionFacts): Admission {
  const { current, windows, now } = facts;
  const promotion = promotionOf(facts);
  const target = targetOf(facts, promotion);
  const isAdmitted =
    target === undefined ||
    target.commit === current?.commit ||
    isForced(target, promotion) ||
    areWindowsOpen(windows, now);
  const revision = isAdmitted ? target : current;
  const wait = waitOf(facts, { target, isAdmitted });
  const next = earliestOf([facts.previous && nextPromotion(facts.previous, now), wait?.until], now);
  return { revision, promotion, wait, next };
}

function isForced({ commit }: GitRevision, promotion: Promotion | undefined): boolean {
  return promotion?.isForced === true && promotion.revision.commit === commit;
}

function promotionOf(facts: AdmissionFacts): Promotion | undefined {
  const { now, newest, promotion, isAsked, previous } = facts;
  if (isAsked) {
    return { revision: newest, since: now, isForced: true };
  }
  if (previous === undefined) {
    return pendingRequest(facts);
  }
  const qualified = qualifiedRevision(previous, { newest, now });
  return qualified !== undefined && isLater(qualified, facts) ? { ...qualified, isForced: false } : promotion;
}

/** Returns a request that the unit has not begun: what a former ring has promoted is over. */
function pendingRequest({ promotion, current }: AdmissionFacts): Promotion | undefined {
  const isPending = promotion?.isForced === true && promotion.revision.commit !== current?.commit;
  return isPending ? promotion : undefined;
}

/**
 * Reports whether a revision replaces what was promoted before. The newest in git always does, also after a
 * promotion of what git had in between. A ring may be ready at an earlier commit again, after an
 * interruption: that does not count.
 */
function isLater(
  { revision, since }: Omit<Promotion, "isForced">,
  { newest, current, promotion }: AdmissionFacts,
): boolean {
  const last = promotion?.revision ?? current;
  if (last === undefined || revision.commit === newest.commit) {
    return revision.commit !== last?.commit;
  }
  const isNewer = revision.at >= last.at && (promotion === undefined || since > promotion.since);
  return revision.commit !== last.commit && isNewer;
}

/** Returns the revision that is next for a unit, whatever its windows are. */
function targetOf(
  { newest, current, previous, windows, now }: AdmissionFacts,
  promotion: Promotion | undefined,
): GitRevision | undefined {
  if (previous !== undefined) {
    return promotion?.revision ?? current;
  }
  // What a person has asked for before a newer commit came is not lost.
  return promotion === undefined || areWindowsOpen(windows, now) ? newest : promotion.revision;
}

function waitOf(
  { newest, previous, windows, now }: AdmissionFacts,
  { target, isAdmitted }: { readonly target: GitRevision | undefined; readonly isAdmitted: boolean },
): RolloutWait | undefined {
  if (target !== undefined && !isAdmitted) {
    return windowWait(target, openingFrom(windows, now));
  }
  if (target?.commit === newest.commit) {
    return undefined;
  }
  return previous === undefined ? windowWait(newest, openingFrom(windows, now)) : ringWait(previous, newest);
}

function windowWait({ commit }: GitRevision, until: number | undefined): RolloutWait {
  const opening = until === undefined ? "none opens" : `next window opens at ${formatSeconds(until)}`;
  const message = `waits for a window to apply ${shortened(commit)}: ${opening}`;
  return { message, ...(until === undefined ? {} : { until }) };
}

function ringWait(ring: PreviousRing, newest: GitRevision): RolloutWait {
  const { ready, all, until } = ringProgress(ring, newest);
  const units = all === 1 ? "1 unit" : `${all} units`;
  const end = until === undefined ? "" : `, promoted at ${formatSeconds(until)}`;
  const message = `waits for ring ${ring.name}: ${ready} of ${units} ready at ${shortened(newest.commit)}${end}`;
  return { message, ...(until === undefined ? {} : { until }) };
}

function shortened(commit: string): string {
  return commit.slice(0, 12);
}

function earliestOf(times: readonly (number | undefined)[], now: number): number | undefined {
  const later = times.flatMap((time) => (time !== undefined && time > now ? [time] : []));
  return later.length === 0 ? undefined : Math.min(...later);
}
