import { latestOf } from "../../inventory/history.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";

/** Something that a person has to decide or fix before anything can be sent. The message names the remedy. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RefusedError";
  }
}

/** A run that a person has to approve first: it ends before anything is sent, and is not a failure. */
export class ApprovalMissingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ApprovalMissingError";
  }
}

/**
 * The error that a release lacks the requested revision, listing those it has. `what`: `has no revision 7`.
 */
export function revisionMissing({ release, namespace, history }: ParentRecord, what: string): RefusedError {
  const kept =
    history.length === 0
      ? "no revision is stored yet: the next apply stores one"
      : `stored: ${history.map(({ number, outcome }) => `${number} (${outcome})`).join(", ")}`;
  return new RefusedError(`release ${release} in namespace ${namespace} ${what}; ${kept}`);
}

/** Throws a RefusedError if another run has recorded a revision after `newest`. Undefined accepts any. */
export function requireNewest(
  { release, namespace, history }: ParentRecord,
  newest: number | undefined,
): void {
  const now = latestOf(history)?.number;
  if (newest !== undefined && now !== newest) {
    throw new RefusedError(
      `nothing is rolled back: another run of release ${release} in namespace ${namespace} has started since revision ${newest}; see converge history`,
    );
  }
}
