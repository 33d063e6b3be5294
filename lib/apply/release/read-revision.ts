/** Reads what a revision of a release has sent. */
import { latestOf } from "../../inventory/history.ts";
import type { Revision, RevisionObject } from "../../inventory/revision.ts";
import { isStored, loadParent } from "../store/applyset-store.ts";
import { RefusedError, revisionMissing } from "../model/refused-error.ts";
import { loadRevision } from "../store/revision-store.ts";
import type { RunContext } from "../model/run-context.ts";

/** The revision to read. */
export interface RevisionRequest {
  readonly release: string;
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
  /** Undefined for the newest, whatever its outcome. */
  readonly number: number | undefined;
}

/** A revision with what it has sent, in its order. */
export interface RevisionContent {
  readonly release: string;
  readonly namespace: string;
  readonly revision: Revision;
  readonly objects: readonly RevisionObject[];
}

/**
 * The content of a revision; undefined if there is no release. Throws a RefusedError if it is not kept, or
 * cannot be read.
 */
export async function readRevision(
  { release, namespace, number }: RevisionRequest,
  context: RunContext,
): Promise<RevisionContent | undefined> {
  const place = { context, release, namespace: namespace ?? context.cluster.namespace };
  const record = await loadParent(place);
  if (!isStored(record)) {
    return undefined;
  }
  const { history } = record;
  const revision = number === undefined ? latestOf(history) : history.find((each) => each.number === number);
  if (revision === undefined) {
    throw revisionMissing(record, number === undefined ? "has no revision" : `has no revision ${number}`);
  }
  const objects = await loadRevision(revision, place);
  if ("fault" in objects) {
    throw new RefusedError(objects.fault);
  }
  return { release, namespace: place.namespace, revision, objects };
}
