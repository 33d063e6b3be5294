/**
 * Applies a release: observes the cluster, decides, takes the lock if anything has to be written, runs the
 * plan, prunes, and records what the release owns. A run killed at any point can be repeated: before the
 * first object is written, the record names every kind and namespace an object may be in.
 */
import { latestOf } from "../../inventory/history.ts";
import { type ParentRecord, sameRecord } from "../../inventory/applyset-parent.ts";
import { checkPruneLimits } from "../../inventory/prune-limits.ts";
import { isCrd } from "../../manifest/crd.ts";
import type { Plan } from "../../plan/plan.ts";
import { plannedObjects } from "../../plan/planned-objects.ts";
import {
  type ReleaseDecision,
  decideRelease,
  isOwn,
  objectsSeen,
  takenOver,
} from "../decide/decide-release.ts";
import { refuseFutileHooks } from "../decide/check-hooks-useful.ts";
import { demandPlaces } from "../decide/demand-places.ts";
import type { Result } from "../model/event.ts";
import { reportAdoption } from "../decide/adopt-helm.ts";
import { recordWith } from "../store/helm-release.ts";
import { announceKept } from "./kept-definitions.ts";
import { joinTasks, type TaskList } from "../model/concat-tasks.ts";
import { refOf } from "../model/live-object.ts";
import { LateLock } from "../store/late-lock.ts";
import { Lock } from "../store/lock.ts";
import type { Turning } from "../decide/object-turn.ts";
import { openRelease, type ReleaseSession } from "./open-release.ts";
import { neededBySet } from "../observe/required-by-set.ts";
import { isStored, loadParent, type ReleaseLocation } from "../store/applyset-store.ts";
import { requireNewest } from "../model/revision-errors.ts";
import { keptBecause } from "../effect/pruning.ts";
import { RefusedError } from "../model/refused-error.ts";
import { ensureNamespace, missingNamespaceOf } from "../decide/release-namespace.ts";
import type { ApplyRequest, Timeouts } from "../model/release-request.ts";
import { pruneTasks } from "./prune-tasks.ts";
import { applyTasks } from "./build-tasks.ts";
import { type RunEnd, endingOf, executeTasks } from "../execute/execute-run.ts";
import { executeRedacted } from "../execute/execute-redacted.ts";
import { isFromUndoneRun } from "../model/rollback-scope.ts";
import { isSettled, recordEnd, recordStart, recordAfter } from "./release-record.ts";
import type { ExecutionResult } from "../execute/executor-options.ts";
import type { Session } from "./session.ts";
import type { RedactingSink } from "../model/redact-events.ts";
import type { RunContext } from "../model/run-context.ts";

/** Applies a release and returns the result. Throws only for bugs of ours. */
export function applyRelease(request: ApplyRequest, context: RunContext): Promise<Result> {
  return applyOnceKnown(request.timeouts, context, () => Promise.resolve(request));
}

/** Like `applyRelease`, for a request that depends on the state of the cluster. */
export function applyOnceKnown(
  timeouts: Timeouts,
  context: RunContext,
  find: (context: RunContext) => Promise<ApplyRequest>,
): Promise<Result> {
  return executeRedacted(timeouts, context, async (patient, sink) =>
    new Application(await find(patient), { context: patient, sink }).toEnd(),
  );
}

/** The context of a run that writes. */
interface Writing {
  readonly decided: ReleaseDecision;
  readonly session: Session;
  readonly place: ReleaseLocation;
  readonly lock: Lock;
}

class Application {
  readonly #asked: ApplyRequest;
  /** The request, as far as the set allows. */
  #request: ApplyRequest;
  readonly #context: RunContext;
  readonly #sink: RedactingSink;

  constructor(
    request: ApplyRequest,
    { context, sink }: { readonly context: RunContext; readonly sink: RedactingSink },
  ) {
    this.#asked = request;
    this.#request = request;
    this.#context = context;
    this.#sink = sink;
  }

  async toEnd(): Promise<RunEnd> {
    for (;;) {
      const opened = await openRelease(this.#asked, this.#context);
      this.#request = opened.isWhole ? this.#asked : { ...this.#asked, prune: false, isPartial: true };
      // Inactive objects may still be in the cluster, and their values in the logs of active ones.
      this.#sink.addSecrets(plannedObjects(opened.plan).map(({ value }) => value));
      try {
        const ending = await this.#converge(opened);
        if (ending !== undefined) {
          reportAdoption(opened.helm, ending, opened.session.deps);
          return ending;
        }
      } finally {
        opened.session.close();
      }
    }
  }

  /**
   * Undefined if another run has installed the release meanwhile: then this is an upgrade, and is planned
   * again.
   */
  async #converge(opened: ReleaseSession): Promise<RunEnd | undefined> {
    const { plan, place, record, session } = opened;
    const seen = await this.#decide(record, opened);
    this.#reportDefinitions(seen);
    const { choices, createNamespace } = this.#request;
    await this.#mayBegin(plan, seen, session);
    const request = { plan, decisions: seen.decisions, createNamespace };
    if (choices.dryRun !== false) {
      await missingNamespaceOf(request, place);
      return endingOf(await this.#run(plan, { decided: seen, session }), this.#context);
    }
    if (!this.#writes(plan, seen)) {
      return this.#watchOver(plan, { decided: seen, session, place });
    }
    const waited = await this.#ensureNamespace(request, opened);
    const timeout = this.#request.timeouts.lock;
    const lock = await Lock.acquire({ ...place, timeout, isNew: !isStored(record) });
    try {
      // Another run may have changed everything between the first observation and the lock.
      const current = recordWith(await loadParent(place), opened.helm);
      requireNewest(current, this.#request.rollback?.newest);
      if (current.installed !== record.installed) {
        return undefined;
      }
      const isSame = !waited && current.resourceVersion === record.resourceVersion;
      const decided = isSame ? seen : await this.#decide(current, opened);
      if (!isSame) {
        await this.#mayPrune(plan, decided, session);
      }
      return await this.#write(plan, { decided, session, place, lock });
    } finally {
      await lock.release();
    }
  }

  /** Reports whether the namespace of the release had to go first, and with it what was seen in it. */
  async #ensureNamespace(
    request: Parameters<typeof ensureNamespace>[0],
    { place, session }: ReleaseSession,
  ): Promise<boolean> {
    const { waited } = await ensureNamespace(request, place, this.#request.timeouts.prune);
    if (waited) {
      session.deps.live.renew(place.namespace);
    }
    return waited;
  }

  /**
   * Runs without the lock: nothing has to be written unless someone else changes something before the end of
   * the run.
   */
  async #watchOver(plan: Plan, { decided, session, place }: Omit<Writing, "lock">): Promise<RunEnd> {
    const { record, isComplete } = decided;
    const lock = new LateLock(place, { record, timeout: this.#request.timeouts.lock });
    try {
      const beforeWrite = (): Promise<void> => lock.demand();
      const ran = await this.#run(plan, { decided, session, stop: lock.lost, beforeWrite });
      const ending = endingOf(ran, this.#context);
      if (lock.isDemanded) {
        const kept = { stored: record, before: record.history, isRevision: false };
        const keeping = { plan, request: this.#request, place, lost: lock.lost };
        await recordEnd({ ...ran, ...ending }, kept, { keeping, isComplete, mask: this.#sink.redact });
      }
      return ending;
    } finally {
      await lock.release();
    }
  }

  #decide(record: ParentRecord, { plan, session: { deps }, helm }: ReleaseSession): Promise<ReleaseDecision> {
    return decideRelease(plan, record, { deps, helm, request: this.#request });
  }

  /** Reports which CRDs outlive the release, and which a rollback does not restore. */
  #reportDefinitions({ decisions }: ReleaseDecision): void {
    const created = [...decisions].flatMap(([{ manifest }, decision]) =>
      decision.type === "apply" && decision.live === undefined ? [manifest] : [],
    );
    announceKept(created, this.#context);
    const left = [...decisions].filter(([{ manifest }, { type }]) => type !== "apply" && isCrd(manifest));
    if (this.#request.rollback !== undefined && left.length > 0) {
      const names = left.map(([{ manifest }]) => manifest.name).join(", ");
      const message = `a rollback leaves definitions as they are: ${names}`;
      this.#context.emit({ type: "notice", at: this.#context.clock.now(), level: "note", message });
    }
  }

  /** Throws a RefusedError if it is known that the run would fail, or if a person has to decide. */
  async #mayBegin(plan: Plan, seen: ReleaseDecision, session: Session): Promise<void> {
    const { choices, demandsPlaces } = this.#request;
    if (demandsPlaces === true) {
      await demandPlaces(plan, seen, session.deps);
    }
    await this.#mayPrune(plan, seen, session);
    if (choices.dryRun === false) {
      refuseFutileHooks(plan, seen);
    }
  }

  async #mayPrune(plan: Plan, decided: ReleaseDecision, { deps }: Session): Promise<void> {
    const { candidates, decisions, owns } = decided;
    this.#sink.addSecrets(objectsSeen(decided));
    const neededBecause = neededBySet(plan);
    const { undoing } = this.#request;
    const going = [...candidates].filter(
      ([key, object]) =>
        (undoing === undefined || !isFromUndoneRun(undoing, key, object)) &&
        (keptBecause(object) ?? neededBecause(object)) === undefined,
    );
    const refusals = checkPruneLimits({
      candidates: going.map(([key, object]) => ({ key, ...refOf(object) })),
      owned: candidates.size + [...decisions.values()].filter((decision) => isOwn(decision, owns)).length,
      limits: this.#request.pruneLimits,
    });
    if (refusals.length === 0 || deps.choices.dryRun !== false) {
      for (const { message } of refusals) {
        this.#context.emit({ type: "notice", at: this.#context.clock.now(), level: "warning", message });
      }
      return;
    }
    if (this.#request.consent === undefined || !(await this.#request.consent(refusals))) {
      throw new RefusedError(refusals.map(({ message }) => message).join("\n"));
    }
  }

  /** Reports whether anything has to be written at all: then the lock is needed. */
  #writes(plan: Plan, decided: ReleaseDecision): boolean {
    const { decisions, candidates, record, isComplete } = decided;
    const isWritten = [...decisions.values()].some(({ type }) => type === "apply");
    const request = this.#request;
    const after = recordAfter(record, { plan, request, isComplete, outcomes: [] });
    const isSame = isSettled(record, { plan, request }) && sameRecord(after, record);
    return isWritten || candidates.size > 0 || !isSame;
  }

  async #write(plan: Plan, { decided, session, place, lock }: Writing): Promise<RunEnd> {
    const keeping = { plan, request: this.#request, place, lost: lock.lost };
    const kept = await recordStart(decided.record, keeping);
    const ran = await this.#run(plan, { decided, session, stop: lock.lost });
    const ending = endingOf(ran, this.#context);
    await recordEnd({ ...ran, ...ending }, kept, { keeping, ...decided, mask: this.#sink.redact });
    const revision = kept.isRevision ? latestOf(kept.stored.history)?.number : undefined;
    return { ...ending, ...(revision === undefined ? {} : { revision, taken: takenOver(decided) }) };
  }

  #run(
    plan: Plan,
    {
      decided,
      session,
      stop,
      beforeWrite = () => Promise.resolve(),
    }: Pick<Writing, "decided" | "session"> & {
      readonly stop?: AbortSignal;
      readonly beforeWrite?: Turning["beforeWrite"];
    },
  ): Promise<ExecutionResult> {
    const list = this.#tasks(plan, decided, { session, beforeWrite });
    const run = { plan, request: this.#request, session };
    return executeTasks(list, stop === undefined ? run : { ...run, stop }, this.#context);
  }

  #tasks(
    plan: Plan,
    decided: ReleaseDecision,
    {
      session: { deps },
      beforeWrite,
    }: { readonly session: Session; readonly beforeWrite: Turning["beforeWrite"] },
  ): TaskList {
    const { decisions, candidates, again } = decided;
    const { timeouts } = this.#request;
    const turning = { again, beforeWrite };
    const applied = applyTasks(plan, decisions, { deps, external: timeouts.external, turning });
    return candidates.size === 0
      ? applied
      : joinTasks(applied, pruneTasks(plan, decided, { deps, request: this.#request }));
  }
}
