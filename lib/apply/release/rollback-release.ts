/**
 * Rolls back to what a revision has sent: a run like any other, with the objects and hooks of that revision,
 * which records a revision of its own. What that one lacks is pruned; CRDs stay as they are.
 */
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import { backFrom, latestOf } from "../../inventory/history.ts";
import type { Revision } from "../../inventory/revision.ts";
import type { SetTexts } from "../../manifest/read-set.ts";
import { RefusedError, revisionMissing } from "../model/refused-error.ts";
import type { RollbackTarget } from "../model/release-request.ts";
import { isStored } from "../store/applyset-store.ts";
import { loadRevision, sourcesOf } from "../store/revision-store.ts";
import type { OpenedRelease } from "./open-release.ts";

/** The revision to roll back to. */
export interface RevisionChoice {
  /** Undefined for the newest that succeeded before the newest of all. */
  readonly to: number | undefined;
  /** Rolls back only if this is the newest of all: another run may have come since `to` was chosen. */
  readonly newest?: number | undefined;
}

/** The texts that a revision has sent. */
export interface RevisionTexts {
  readonly rollback: RollbackTarget;
  readonly texts: SetTexts;
}

/**
 * Reads the texts of the revision to roll back to. Throws a RefusedError if there is none, or if its record
 * is damaged.
 */
export async function readRevisionTexts(
  { to, newest }: RevisionChoice,
  { record, place }: OpenedRelease,
): Promise<RevisionTexts> {
  const revision = targetOf(record, to);
  const chosenAt = to === undefined ? latestOf(record.history)?.number : newest;
  const content = await loadRevision(revision, place);
  if ("fault" in content) {
    throw new RefusedError(content.fault);
  }
  const { number, source } = revision;
  return {
    rollback: {
      number,
      ...(source === undefined ? {} : { source }),
      ...(chosenAt === undefined ? {} : { newest: chosenAt }),
    },
    texts: { sources: sourcesOf(number, content) },
  };
}

/** The revision to roll back to. Throws a RefusedError that lists the existing ones if there is none. */
function targetOf(record: ParentRecord, to: number | undefined): Revision {
  const { release, namespace, history } = record;
  if (!isStored(record)) {
    throw new RefusedError(`there is no release ${release} in namespace ${namespace}`);
  }
  const target = to === undefined ? backFrom(history) : history.find(({ number }) => number === to);
  if (target === undefined) {
    const what = to === undefined ? "has no earlier revision that succeeded" : `has no revision ${to}`;
    throw revisionMissing(record, what);
  }
  return target;
}
