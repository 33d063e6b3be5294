/**
 * Applies a release: looks around, decides, takes the lock if anything has to be written, runs the plan, prunes, and keeps the
 * record of what the release owns. Killed at any instant it can be run again: before the first object is written, the
 * record names every kind and namespace an object may be in.
 */
import { isMember } from "../inventory/membership.ts";
import { narrowed, type ParentRecord, sameRecord, widened } from "../inventory/parent.ts";
import { judgePrune } from "../inventory/prune-guard.ts";
import type { JsonObject } from "../object/json.ts";
import type { Plan } from "../plan/plan.ts";
import { type Decided, decideRelease, extentOf, objectsSeen } from "./decided.ts";
import type { Decision } from "./decision.ts";
import type { Outcome, Result } from "./event.ts";
import { finishedJobs } from "./finished-jobs.ts";
import { joinTasks, type TaskList } from "./join-tasks.ts";
import { hasTouched, lastRunOf, storeFailure } from "./last-run.ts";
import { refOf } from "./live-object.ts";
import { Lock } from "./lock.ts";
import { openRelease, type OpenedRelease } from "./opened-release.ts";
import { isGood } from "./outcome.ts";
import { neededBySet } from "./needed-by-set.ts";
import { isStored, loadParent, type ParentPlace, storeParent } from "./parent-store.ts";
import { patiently } from "./patience.ts";
import { keptBecause } from "./pruning.ts";
import { RefusedError } from "./refused-error.ts";
import { ensureNamespace, missingNamespaceOf } from "./release-namespace.ts";
import type { ApplyRequest } from "./release-request.ts";
import { applyTasks, removalTasks } from "./release-tasks.ts";
import { type Ending, endingOf, runList, tellEnd } from "./run-list.ts";
import type { Ran } from "./running.ts";
import type { Session } from "./session.ts";
import { type MaskedHearing, maskedHearing } from "./masked-hearing.ts";
import type { World } from "./world.ts";

/** Applies a release and tells how it ended. Throws only for bugs of ours. */
export function applyRelease(request: ApplyRequest, world: World): Promise<Result> {
  const hearing = maskedHearing(world.hear);
  const masked = { ...world, hear: hearing.hear };
  return tellEnd(masked, () =>
    patiently(masked, request.timeouts, (patient) =>
      new Application(request, { world: patient, hearing }).toEnd(),
    ),
  );
}

class Application {
  readonly #request: ApplyRequest;
  readonly #world: World;
  readonly #hearing: MaskedHearing;

  constructor(
    request: ApplyRequest,
    { world, hearing }: { readonly world: World; readonly hearing: MaskedHearing },
  ) {
    this.#request = request;
    this.#world = world;
    this.#hearing = hearing;
  }

  async toEnd(): Promise<Ending> {
    for (;;) {
      const opened = await openRelease(this.#request, this.#world);
      this.#hearing.learn(
        opened.plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.value)),
      );
      try {
        const ending = await this.#converge(opened);
        if (ending !== undefined) {
          return ending;
        }
      } finally {
        opened.session.close();
      }
    }
  }

  /** Undefined where another run has installed the release meanwhile: then this is an upgrade, and is planned again. */
  async #converge({ plan, place, record, session }: OpenedRelease): Promise<Ending | undefined> {
    const seen = await this.#decide(plan, record, session);
    await this.#mayPrune(plan, seen, session);
    const { choices, createNamespace } = this.#request;
    const wish = { plan, decisions: seen.decisions, createNamespace };
    if (choices.dryRun !== false) {
      await missingNamespaceOf(wish, place);
    }
    if (choices.dryRun !== false || !this.#writes(plan, seen)) {
      return endingOf(await this.#run(plan, { decided: seen, session }), this.#world);
    }
    const { waited } = await ensureNamespace(wish, place, this.#request.timeouts.prune);
    const lock = await Lock.acquire({ ...place, timeout: this.#request.timeouts.lock });
    try {
      // Another run may have changed everything between the first look and the lock.
      const current = await loadParent(place);
      if (current.installed !== record.installed) {
        return undefined;
      }
      const isSame = !waited && current.resourceVersion === record.resourceVersion;
      const decided = isSame ? seen : await this.#decide(plan, current, session);
      if (!isSame) {
        await this.#mayPrune(plan, decided, session);
      }
      return await this.#write(plan, { decided, session, place, lock });
    } finally {
      await lock.letGo();
    }
  }

  #decide(plan: Plan, record: ParentRecord, { hands }: Session): Promise<Decided> {
    return decideRelease(plan, record, { hands, request: this.#request });
  }

  async #mayPrune(plan: Plan, decided: Decided, { hands }: Session): Promise<void> {
    const { candidates, decisions, record } = decided;
    this.#hearing.learn(objectsSeen(decided));
    const neededBecause = neededBySet(plan);
    const going = [...candidates].filter(
      ([, object]) => (keptBecause(object) ?? neededBecause(object)) === undefined,
    );
    const refusals = judgePrune({
      candidates: going.map(([key, object]) => ({ key, ...kindOfLive(object) })),
      owned:
        candidates.size + [...decisions.values()].filter((decision) => isOwn(decision, record.id)).length,
      limits: this.#request.pruneLimits,
    });
    if (refusals.length === 0 || hands.choices.dryRun !== false) {
      for (const { message } of refusals) {
        this.#world.hear({ type: "notice", at: this.#world.clock.now(), level: "warning", message });
      }
      return;
    }
    if (this.#request.consent === undefined || !(await this.#request.consent(refusals))) {
      throw new RefusedError(refusals.map(({ message }) => message).join("\n"));
    }
  }

  /** Whether anything has to be written at all: then the lock is needed. */
  #writes(plan: Plan, decided: Decided): boolean {
    const { decisions, candidates, record } = decided;
    const isWritten = [...decisions.values()].some(({ type }) => type === "apply");
    const isSame =
      isSettled(record) && sameRecord(this.#recordAfter(plan, record, { decided, outcomes: [] }), record);
    return isWritten || candidates.size > 0 || !isSame;
  }

  async #write(
    plan: Plan,
    {
      decided,
      session,
      place,
      lock,
    }: {
      readonly decided: Decided;
      readonly session: Session;
      readonly place: ParentPlace;
      readonly lock: Lock;
    },
  ): Promise<Ending> {
    const { signal } = this.#world;
    const wide = widened(decided.record, extentOf(plan));
    const stored =
      isStored(decided.record) && sameRecord(wide, decided.record)
        ? decided.record
        : await storeParent(wide, place, AbortSignal.any([signal, lock.lost]));
    const ran = await this.#run(plan, { decided, session, stop: lock.lost });
    const ending = endingOf(ran, this.#world);
    await this.#remember(plan, { stored, decided, place, lock, ran: { ...ran, ...ending } });
    return ending;
  }

  /** Keeps how the run has ended, and where its objects are once all is done. */
  async #remember(
    plan: Plan,
    {
      stored,
      decided,
      place,
      lock,
      ran,
    }: {
      readonly stored: ParentRecord;
      readonly decided: Decided;
      readonly place: ParentPlace;
      readonly lock: Lock;
      readonly ran: Pick<Result, "verdict" | "outcomes">;
    },
  ): Promise<void> {
    const { outcomes } = ran;
    const facts = { action: plan.action, at: this.#world.clock.now(), mask: this.#hearing.mask };
    const isNews = hasTouched(outcomes) || !isSettled(stored);
    const told = isNews ? { ...stored, lastRun: lastRunOf(ran, facts) } : stored;
    if (!outcomes.every(isGood)) {
      const finished = new Map([...stored.finished, ...finishedJobs(plan, stored.finished, outcomes)]);
      await storeFailure({ ...told, finished }, place, { stored, lost: lock.lost });
      return;
    }
    const after = this.#recordAfter(plan, told, { decided, outcomes });
    if (!sameRecord(after, stored)) {
      await storeParent(after, place, lock.lost);
    }
  }

  /** The record once all has gone well: what is left over is only remembered where it was not to be pruned, or not to be seen. */
  #recordAfter(
    plan: Plan,
    record: ParentRecord,
    { decided, outcomes }: { readonly decided: Decided; readonly outcomes: readonly Outcome[] },
  ): ParentRecord {
    const extent = extentOf(plan);
    const narrow =
      this.#request.prune && decided.isComplete ? narrowed(record, extent) : widened(record, extent);
    const finished = finishedJobs(plan, record.finished, outcomes);
    return {
      ...narrow,
      installed: record.installed || !this.#request.isPartial,
      // A part of the set says nothing of the Jobs of the other parts.
      finished: this.#request.prune ? finished : new Map([...record.finished, ...finished]),
    };
  }

  #run(
    plan: Plan,
    {
      decided,
      session,
      stop,
    }: { readonly decided: Decided; readonly session: Session; readonly stop?: AbortSignal },
  ): Promise<Ran> {
    const list = this.#tasks(plan, decided, session);
    const run = { plan, request: this.#request, session };
    return runList(list, stop === undefined ? run : { ...run, stop }, this.#world);
  }

  #tasks(plan: Plan, { decisions, candidates, record }: Decided, { hands }: Session): TaskList {
    const { timeouts, deleteContents, planRemoval } = this.#request;
    const applied = applyTasks(plan, decisions, { hands, external: timeouts.external });
    if (candidates.size === 0) {
      return applied;
    }
    const removal = planRemoval([...candidates.values()], plan.namespace);
    return joinTasks(
      applied,
      removalTasks(removal, {
        operation: "prune",
        timeout: timeouts.prune,
        removing: { hands, id: record.id, deleteContents, neededBecause: neededBySet(plan) },
      }),
    );
  }
}

/** Whether it is decided of an object that the release has already. */
function isOwn(decision: Decision, id: string): boolean {
  return decision.type !== "foreign" && decision.live !== undefined && isMember(decision.live, id);
}

function kindOfLive(object: JsonObject): { readonly group: string; readonly kind: string } {
  const { group, kind } = refOf(object);
  return { group, kind };
}

/** Whether nothing is remembered that a run which ends well has to correct. */
function isSettled({ lastRun }: ParentRecord): boolean {
  return lastRun === undefined || lastRun.verdict === "converged";
}
