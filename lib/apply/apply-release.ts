/**
 * Applies a release: looks around, decides, takes the lock if anything has to be written, runs the plan, prunes, and keeps the
 * record of what the release owns. Killed at any instant it can be run again: before the first object is written, the
 * record names every kind and namespace an object may be in.
 */
import { latestOf } from "../inventory/history.ts";
import { isMember } from "../inventory/membership.ts";
import { type ParentRecord, sameRecord } from "../inventory/parent.ts";
import { judgePrune } from "../inventory/prune-guard.ts";
import { isDefinition } from "../manifest/definition.ts";
import type { JsonObject } from "../object/json.ts";
import type { Plan } from "../plan/plan.ts";
import { wholeSet } from "../plan/whole-set.ts";
import { type Decided, decideRelease, objectsSeen } from "./decided.ts";
import type { Decision } from "./decision.ts";
import { demandHooksInReason } from "./demand-hooks.ts";
import type { Result } from "./event.ts";
import { tellAdopted } from "./helm-adoption.ts";
import { recordWith } from "./helm-release.ts";
import { joinTasks, type TaskList } from "./join-tasks.ts";
import { refOf } from "./live-object.ts";
import { Lock } from "./lock.ts";
import { openRelease, type OpenedRelease } from "./opened-release.ts";
import { neededBySet } from "./needed-by-set.ts";
import { loadParent, type ParentPlace } from "./parent-store.ts";
import { demandNewest } from "./revision-missing.ts";
import { keptBecause } from "./pruning.ts";
import { RefusedError } from "./refused-error.ts";
import { ensureNamespace, missingNamespaceOf } from "./release-namespace.ts";
import type { ApplyRequest, Timeouts } from "./release-request.ts";
import { applyTasks, removalTasks } from "./release-tasks.ts";
import { type Ending, endingOf, runList } from "./run-list.ts";
import { runMasked } from "./run-masked.ts";
import { isOfUndone } from "./undoing.ts";
import { isSettled, keepAfter, keepBefore, recordAfter } from "./run-record.ts";
import type { Ran } from "./running.ts";
import type { Session } from "./session.ts";
import type { MaskedHearing } from "./masked-hearing.ts";
import type { World } from "./world.ts";

/** Applies a release and tells how it ended. Throws only for bugs of ours. */
export function applyRelease(request: ApplyRequest, world: World): Promise<Result> {
  return applyOnceKnown(request.timeouts, world, () => Promise.resolve(request));
}

/** The same, where only the cluster tells what is to be applied. */
export function applyOnceKnown(
  timeouts: Timeouts,
  world: World,
  find: (world: World) => Promise<ApplyRequest>,
): Promise<Result> {
  return runMasked(timeouts, world, async (patient, hearing) =>
    new Application(await find(patient), { world: patient, hearing }).toEnd(),
  );
}

class Application {
  readonly #asked: ApplyRequest;
  /** What is asked for, as far as the set allows. */
  #request: ApplyRequest;
  readonly #world: World;
  readonly #hearing: MaskedHearing;

  constructor(
    request: ApplyRequest,
    { world, hearing }: { readonly world: World; readonly hearing: MaskedHearing },
  ) {
    this.#asked = request;
    this.#request = request;
    this.#world = world;
    this.#hearing = hearing;
  }

  async toEnd(): Promise<Ending> {
    for (;;) {
      const opened = await openRelease(this.#asked, this.#world);
      this.#request = opened.isWhole ? this.#asked : { ...this.#asked, prune: false, isPartial: true };
      // What rests may be in the cluster all the same, and in the logs of what does not.
      this.#hearing.learn(wholeSet(opened.plan).map(({ value }) => value));
      try {
        const ending = await this.#converge(opened);
        if (ending !== undefined) {
          tellAdopted(opened.helm, ending, opened.session.hands);
          return ending;
        }
      } finally {
        opened.session.close();
      }
    }
  }

  /** Undefined where another run has installed the release meanwhile: then this is an upgrade, and is planned again. */
  async #converge(opened: OpenedRelease): Promise<Ending | undefined> {
    const { plan, place, record, session } = opened;
    const seen = await this.#decide(record, opened);
    this.#tellDefinitions(seen);
    await this.#mayPrune(plan, seen, session);
    const { choices, createNamespace } = this.#request;
    if (choices.dryRun === false) {
      demandHooksInReason(plan, seen);
    }
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
      const current = recordWith(await loadParent(place), opened.helm);
      demandNewest(current, this.#request.rollback?.newest);
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
      await lock.letGo();
    }
  }

  #decide(record: ParentRecord, { plan, session: { hands }, helm }: OpenedRelease): Promise<Decided> {
    return decideRelease(plan, record, { hands, helm, request: this.#request });
  }

  /** What a rollback does not bring back. */
  #tellDefinitions({ decisions }: Decided): void {
    const left = [...decisions].filter(
      ([{ manifest }, { type }]) => type !== "apply" && isDefinition(manifest),
    );
    if (this.#request.rollback !== undefined && left.length > 0) {
      const names = left.map(([{ manifest }]) => manifest.name).join(", ");
      const message = `a rollback leaves definitions as they are: ${names}`;
      this.#world.hear({ type: "notice", at: this.#world.clock.now(), level: "note", message });
    }
  }

  async #mayPrune(plan: Plan, decided: Decided, { hands }: Session): Promise<void> {
    const { candidates, decisions, owns } = decided;
    this.#hearing.learn(objectsSeen(decided));
    const neededBecause = neededBySet(plan);
    const { undoing } = this.#request;
    const going = [...candidates].filter(
      ([key, object]) =>
        (undoing === undefined || !isOfUndone(undoing, key, object)) &&
        (keptBecause(object) ?? neededBecause(object)) === undefined,
    );
    const refusals = judgePrune({
      candidates: going.map(([key, object]) => ({ key, ...kindOfLive(object) })),
      owned: candidates.size + [...decisions.values()].filter((decision) => isOwn(decision, owns)).length,
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
    const request = this.#request;
    const { isComplete } = decided;
    const isSame =
      isSettled(record, { plan, request }) &&
      sameRecord(recordAfter(record, { plan, request, isComplete, outcomes: [] }), record);
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
    const keeping = { plan, request: this.#request, place, lost: lock.lost };
    const kept = await keepBefore(decided.record, keeping);
    const ran = await this.#run(plan, { decided, session, stop: lock.lost });
    const ending = endingOf(ran, this.#world);
    const { isComplete } = decided;
    await keepAfter({ ...ran, ...ending }, kept, { keeping, isComplete, mask: this.#hearing.mask });
    const revision = kept.isRevision ? latestOf(kept.stored.history)?.number : undefined;
    return { ...ending, ...(revision === undefined ? {} : { revision, taken: takenOver(decided) }) };
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

  #tasks(plan: Plan, { decisions, candidates, owns, record }: Decided, { hands }: Session): TaskList {
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
        removing: { hands, id: record.id, owns, deleteContents, neededBecause: neededBySet(plan) },
      }),
    );
  }
}

/** Whether it is decided of an object that the release has already. */
function isOwn(decision: Decision, owns: Decided["owns"]): boolean {
  return decision.type !== "foreign" && decision.live !== undefined && owns(decision.live);
}

/** The keys of what was there, nobody's or Helm's, and becomes the release's. */
function takenOver({ decisions, record: { id } }: Decided): readonly string[] {
  return [...decisions].flatMap(([{ manifest, owned }, decision]) => {
    const isNew = decision.type === "apply" && decision.live !== undefined && !isMember(decision.live, id);
    return owned && isNew ? [manifest.key] : [];
  });
}

function kindOfLive(object: JsonObject): { readonly group: string; readonly kind: string } {
  const { group, kind } = refOf(object);
  return { group, kind };
}
