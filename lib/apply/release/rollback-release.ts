/**
 * Rolls back to what a revision has sent: a run like any other, with the objects and hooks of that revision,
 * which records a revision of its own. What that one lacks is pruned; CRDs stay as they are.
 */
import { backFrom, latestOf } from "../../inventory/history.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { Revision } from "../../inventory/revision.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import { applyOnceKnown } from "./apply-release.ts";
import type { Result } from "../model/event.ts";
import { isStored, loadParent } from "../store/applyset-store.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { ApplyRequest, PlanTarget } from "../model/release-request.ts";
import { loadRevision, sourcesOf } from "../store/revision-store.ts";
import { revisionMissing } from "../model/revision-errors.ts";
import type { RunContext } from "../model/run-context.ts";

/** Plans the objects of a revision, from its texts. */
export type PlanRevision = (sources: readonly SourceText[], target: PlanTarget) => PlanResult;

/** The revision to roll back to, and how. */
export interface RollbackRequest extends Omit<ApplyRequest, "plan" | "source" | "isPartial" | "rollback"> {
  /** Undefined for the newest that succeeded before the newest of all. */
  readonly to: number | undefined;
  /** Rolls back only if this is the newest of all: another run may have come since `to` was chosen. */
  readonly newest?: number;
  readonly planRevision: PlanRevision;
}

/** Rolls a release back and returns the result. Throws only for bugs of ours. */
export function rollbackRelease(request: RollbackRequest, context: RunContext): Promise<Result> {
  return applyOnceKnown(request.timeouts, context, (patient) => backTo(request, patient));
}

async function backTo(
  { to, newest, planRevision, ...request }: RollbackRequest,
  context: RunContext,
): Promise<ApplyRequest> {
  const { release, namespace = context.cluster.namespace } = request;
  const place = { context, release, namespace };
  const record = await loadParent(place);
  const revision = targetOf(record, to);
  const chosenAt = to === undefined ? latestOf(record.history)?.number : newest;
  const content = await loadRevision(revision, place);
  if ("fault" in content) {
    throw new RefusedError(content.fault);
  }
  const sources = sourcesOf(revision.number, content);
  const { number, source } = revision;
  return {
    ...request,
    plan: (target) => Promise.resolve(planRevision(sources, target)),
    source: undefined,
    isPartial: false,
    rollback: {
      number,
      ...(source === undefined ? {} : { source }),
      ...(chosenAt === undefined ? {} : { newest: chosenAt }),
    },
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
