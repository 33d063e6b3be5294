/**
 * Applies a release: looks around, decides, takes the lock if anything has to be written, runs the plan, prunes, and keeps the
 * record of what the release owns. Killed at any instant it can be run again: before the first object is written, the
 * record names every kind and namespace an object may be in.
 */
import type { Place } from "../cluster/cluster.ts";
import { type ParentRecord, narrowed, sameRecord, widened } from "../inventory/parent.ts";
import { judgePrune } from "../inventory/prune-guard.ts";
import type { JsonObject } from "../object/json.ts";
import { versionOf } from "../object/object-ref.ts";
import type { Plan, PlannedObject } from "../plan/plan.ts";
import { applyTasks, removalTasks } from "./release-tasks.ts";
import { type Decision, decide } from "./decision.ts";
import type { Outcome, Result } from "./event.ts";
import { joinTasks, type TaskList } from "./join-tasks.ts";
import { Kinds } from "./kinds.ts";
import { Lock } from "./lock.ts";
import { findAt, kindsOf, openWatches } from "./look-around.ts";
import { isStored, loadParent, type ParentPlace, storeParent } from "./parent-store.ts";
import { findCandidates, keptBecause } from "./pruning.ts";
import { RefusedError } from "./refused-error.ts";
import type { ApplyRequest } from "./release-request.ts";
import { refOf } from "./live-object.ts";
import { finishedJobs } from "./finished-jobs.ts";
import { ensureNamespace } from "./release-namespace.ts";
import type { Ran } from "./running.ts";
import { type Ending, endingOf, runList, tellEnd } from "./run-list.ts";
import { openSession, type Session } from "./session.ts";
import { isGood } from "./outcome.ts";
import type { World } from "./world.ts";

/** Applies a release and tells how it ended. Throws only for bugs of ours. */
export function applyRelease(request: ApplyRequest, world: World): Promise<Result> {
  return tellEnd(world, () => new Application(request, world).toEnd());
}

/** What was seen and decided before anything is written. */
interface Decided {
  readonly record: ParentRecord;
  readonly decisions: ReadonlyMap<PlannedObject, Decision>;
  readonly candidates: ReadonlyMap<string, JsonObject>;
}

class Application {
  readonly #request: ApplyRequest;
  readonly #world: World;

  constructor(request: ApplyRequest, world: World) {
    this.#request = request;
    this.#world = world;
  }

  async toEnd(): Promise<Ending> {
    const { cluster, signal } = this.#world;
    const kinds = new Kinds(cluster, await cluster.discover({ signal }));
    const namespace = this.#request.namespace ?? cluster.namespace;
    const place: ParentPlace = { world: this.#world, kinds, release: this.#request.release, namespace };
    const record = await loadParent(place);
    const plan = await this.#plan(record, kinds);
    const objects = plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest));
    const session = openSession({ kinds, id: record.id, objects }, this.#request, this.#world);
    try {
      return await this.#converge(plan, { place, record, session });
    } finally {
      session.close();
    }
  }

  async #plan(record: ParentRecord, kinds: Kinds): Promise<Plan> {
    const planned = this.#request.plan({
      action: record.installed ? "upgrade" : "install",
      namespace: record.namespace,
      isNamespaced: (kind) => kinds.find(kind)?.namespaced,
    });
    await this.#request.onPlan(planned);
    if (planned.refused) {
      throw new RefusedError("nothing was sent: correct the errors");
    }
    return planned.plan;
  }

  async #converge(
    plan: Plan,
    {
      place,
      record,
      session,
    }: { readonly place: ParentPlace; readonly record: ParentRecord; readonly session: Session },
  ): Promise<Ending> {
    const seen = await this.#decide(plan, record, session);
    await this.#mayPrune(seen, session);
    if (this.#request.choices.dryRun !== false || !this.#writes(plan, seen)) {
      return endingOf(await this.#run(plan, { decided: seen, session }), this.#world);
    }
    await ensureNamespace(plan, seen.decisions, { place, createNamespace: this.#request.createNamespace });
    const lock = await Lock.acquire({ ...place, timeout: this.#request.timeouts.lock });
    try {
      // Another run may have changed everything between the first look and the lock.
      const current = await loadParent(place);
      const isSame = current.resourceVersion === record.resourceVersion;
      const decided = isSame ? seen : await this.#decide(plan, current, session);
      if (!isSame) {
        await this.#mayPrune(decided, session);
      }
      return await this.#write(plan, { decided, session, place, lock });
    } finally {
      await lock.letGo();
    }
  }

  /** Looks around and decides. */
  async #decide(plan: Plan, record: ParentRecord, session: Session): Promise<Decided> {
    const { hands } = session;
    const extent = extentOf(plan);
    const watched = widened(record, extent);
    // A release that has nothing yet needs no search for what it has.
    await (isStored(record) ? openWatches(watched, hands) : Promise.resolve([]));
    const places = placesOf(plan, hands.kinds).filter(({ key }) => hands.sightings.seen(key) === undefined);
    const others = await findAt(places, this.#world);
    const decisions = decide(plan, {
      id: record.id,
      policy: this.#request.inventoryPolicy,
      live: (key) => hands.sightings.seen(key) ?? others.get(key),
      finished: record.finished,
    });
    const wanted = new Set(plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.key)));
    const candidates = this.#request.prune
      ? findCandidates(hands, record.id, (key) => wanted.has(key))
      : new Map<string, JsonObject>();
    return { record, decisions, candidates };
  }

  async #mayPrune({ candidates, decisions }: Decided, { hands }: Session): Promise<void> {
    const going = [...candidates].filter(([, object]) => keptBecause(object) === undefined);
    const refusals = judgePrune({
      candidates: going.map(([key, object]) => ({ key, ...kindOfLive(object) })),
      owned:
        candidates.size +
        [...decisions.values()].filter(({ type }) => type === "unchanged" || type === "apply").length,
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
  #writes(plan: Plan, { decisions, candidates, record }: Decided): boolean {
    const isWritten = [...decisions.values()].some(({ type }) => type === "apply");
    return isWritten || candidates.size > 0 || !sameRecord(this.#recordAfter(plan, record, []), record);
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
    if (ran.outcomes.every(isGood)) {
      const after = this.#recordAfter(plan, stored, ran.outcomes);
      if (!sameRecord(after, stored)) {
        await storeParent(after, place, lock.lost);
      }
    }
    return endingOf(ran, this.#world);
  }

  /** The record once all has gone well: what is left over is only remembered where it was not to be pruned. */
  #recordAfter(plan: Plan, record: ParentRecord, outcomes: readonly Outcome[]): ParentRecord {
    const extent = extentOf(plan);
    const narrow = this.#request.prune ? narrowed(record, extent) : widened(record, extent);
    return { ...narrow, installed: true, finished: finishedJobs(plan, record.finished, outcomes) };
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
        removing: { hands, id: record.id, deleteContents },
      }),
    );
  }
}

function kindOfLive(object: JsonObject): { readonly group: string; readonly kind: string } {
  const { group, kind } = refOf(object);
  return { group, kind };
}

/** The kinds and namespaces of the objects that will belong to the release. */
function extentOf(plan: Plan): {
  readonly groupKinds: ReturnType<typeof kindsOf>;
  readonly namespaces: readonly string[];
} {
  const owned = plan.groups.flatMap((group) =>
    group.stage === "crds"
      ? []
      : group.objects.filter(({ hook }) => hook === null).map(({ manifest }) => manifest.ref),
  );
  return { groupKinds: kindsOf(owned), namespaces: [...new Set(owned.map(({ namespace }) => namespace))] };
}

/** Where the objects of a plan go, as far as their kinds are served. */
function placesOf(plan: Plan, kinds: Kinds): readonly (Place & { readonly key: string })[] {
  return plan.groups.flatMap((group) =>
    group.objects.flatMap(({ manifest: { key, ref, name, apiVersion } }) => {
      const resource = kinds.find(ref, versionOf(apiVersion)) ?? kinds.find(ref);
      return resource === undefined ? [] : [{ key, resource, namespace: ref.namespace, name }];
    }),
  );
}
