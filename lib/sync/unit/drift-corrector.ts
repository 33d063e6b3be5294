import { RestMapper } from "../../apply/model/rest-mapper.ts";
import { applySetId, parentName } from "../../inventory/apply-set.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Catalog } from "../../client/model/cluster.ts";
import { compareText } from "../../object/object-ref.ts";
import type { Checkout, GitRevision } from "../../git/model/git-repository.ts";
import type { DriftWatch } from "../drift/drift-watch.ts";
import { Fights } from "../drift/fights.ts";
import { startDriftDetector } from "../drift/drift-detector.ts";
import { Timer } from "../../async/timer.ts";
import type { ManifestChanges } from "./manifest-changes.ts";
import type { StatePatch } from "./unit-state-publisher.ts";
import type { Drift } from "../sync-event.ts";
import type { UnitReconcilerOptions } from "./unit-reconciler-options.ts";
import type { AppliedSet } from "./reconcile-unit.ts";
import type { RunReason } from "./unit-state.ts";

/** Milliseconds within which changes are treated as one: a user may change ten objects by one command. */
const moment = 150;

/** The revision that is watched for drift. */
interface Held {
  revision: GitRevision;
  readonly checkout: Checkout;
}

/** A watch over applied objects, and what it was opened with. */
interface Guard extends Pick<AppliedSet, "cluster" | "healthRules"> {
  readonly watch: DriftWatch;
  readonly catalog: Catalog;
}

/** Watches what a unit has applied between its runs, and decides what must be corrected now. */
export class DriftCorrector {
  readonly #options: UnitReconcilerOptions;
  readonly #fights = new Fights();
  readonly #pause: Timer;
  readonly #gather: Timer;
  #guard: Guard | undefined;
  /** The watched revision, checked out: so it can be applied again whatever becomes of it in git. */
  #held: Held | undefined;
  #corrected = 0;
  #fought: ReadonlySet<string> = new Set();
  #life = new AbortController();

  /** `wake` is called when there may be something to correct, or health has changed. */
  constructor(options: UnitReconcilerOptions, wake: () => void) {
    this.#options = options;
    this.#pause = new Timer(options.clock, wake);
    this.#gather = new Timer(options.clock, wake);
  }

  /** Returns the drifts to correct now: objects that are fought over are left out for a while. */
  toCorrect(): readonly Drift[] {
    const now = this.#options.clock.now();
    if (!this.hasGathered) {
      return [];
    }
    return (this.#guard?.watch.drifts() ?? []).filter(({ key }) => !this.#fights.isPaused(key, now));
  }

  /** Whether no more changes of the same moment are waited for. */
  get hasGathered(): boolean {
    return this.#gather.at === undefined || this.#gather.isDue;
  }

  /** Returns the keys of objects that corrections leave as they are: they are fought over. */
  pausedKeys(): ReadonlySet<string> {
    const now = this.#options.clock.now();
    const keys = (this.#guard?.watch.drifts() ?? []).map(({ key }) => key);
    return new Set(keys.filter((key) => this.#fights.isPaused(key, now)));
  }

  /** Returns its part of the state of the unit. */
  patch(): StatePatch {
    const health = this.#guard?.watch.health();
    const drifted = new Set((this.#guard?.watch.drifts() ?? []).map(({ key }) => key));
    const fights = this.#fights.all(this.#options.clock.now());
    return {
      fights: fights.map((fight) => (drifted.has(fight.key) ? { ...fight, isDrifted: true } : fight)),
      corrected: this.#corrected,
      ...(health === undefined ? {} : { health }),
    };
  }

  /** Records that a run begins. Returns the drifts that it corrects. */
  beginRun(reason: RunReason): readonly Drift[] {
    const drifts = reason === "drift" ? this.toCorrect() : (this.#guard?.watch.drifts() ?? []);
    if (drifts.length > 0 && reason === "drift") {
      const { clock, emit, unit } = this.#options;
      emit({ type: "drift", at: clock.now(), unit: unit.name, drifts });
    }
    return drifts;
  }

  /** The revision that is watched for drift; undefined if there is none. */
  get revision(): GitRevision | undefined {
    return this.#held?.revision;
  }

  /**
   * Reports whether a revision has the same manifests as the watched one, so that applying it would change
   * nothing. If so, it is the watched one from now on.
   */
  async adoptRevision(revision: GitRevision, changes: ManifestChanges): Promise<boolean> {
    const held = this.#held;
    if (held === undefined || this.toCorrect().length > 0) {
      return false;
    }
    const isSame = await changes.isSame(held.revision, revision);
    held.revision = isSame ? revision : held.revision;
    return isSame;
  }

  /**
   * Records that a run with those corrections has ended. From now on what it has applied is watched; if it
   * has applied nothing, what was applied before.
   */
  async endRun(
    { reason, corrections }: { readonly reason: RunReason; readonly corrections: readonly Drift[] },
    made: AppliedSet | undefined,
  ): Promise<void> {
    if (made === undefined) {
      return;
    }
    const { clock, once } = this.#options;
    const now = clock.now();
    for (const { key, by } of corrections.filter((drift) => made.settled.has(drift.key))) {
      this.#corrected += 1;
      this.#fights.corrected(key, by, now);
    }
    const applied = plannedKeys(made.plan);
    this.#fights.retain(applied);
    this.#reportFights(now, applied);
    const { revision, checkout } = made;
    // A watch remembers what it has once read, such as definitions: rechecks open it again all the same.
    if (reason !== "recheck" && (await this.#isGuarded(made))) {
      await this.#held?.checkout.release();
      this.#held = { revision, checkout };
    } else {
      this.close();
      if (once) {
        await checkout.release();
        return;
      }
      this.#held = { revision, checkout };
      await this.#open(made);
    }
    this.#pauseFights(now);
  }

  #pauseFights(now: number): void {
    const next = this.#fights.nextAt(now);
    if (next !== undefined) {
      this.#pause.set(Math.max(next - now, 0));
    }
  }

  /**
   * Reports whether the watch that is open would be opened again as it is: the run found nothing to write,
   * and what it planned and asked the cluster with is the same.
   */
  async #isGuarded({ cluster, healthRules, isUnchanged, ...set }: AppliedSet): Promise<boolean> {
    const guard = this.#guard;
    if (!isUnchanged || guard?.cluster !== cluster || guard.healthRules !== healthRules) {
      return false;
    }
    const { watch, catalog } = guard;
    const isSame = (await cluster.discover({ signal: this.#life.signal })) === catalog;
    return isSame && watch.covers(set);
  }

  async #open({ cluster, plan, settled, healthRules }: AppliedSet): Promise<void> {
    const { clock, unit } = this.#options;
    const { signal } = this.#life;
    const catalog = await cluster.discover({ signal });
    const kinds = new RestMapper(cluster, catalog);
    if (signal.aborted) {
      return;
    }
    const id = applySetId({ name: parentName(unit.release), namespace: plan.namespace });
    const judging = { readiness: "converge", healthRules } as const;
    const options = { cluster, kinds, clock, plan, id, settled, ...judging };
    const watch = startDriftDetector(options, () => {
      if (this.hasGathered) {
        this.#gather.set(moment);
      }
    });
    this.#guard = { watch, cluster, catalog, healthRules };
  }

  /** Stops watching; past fights are remembered. */
  close(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#guard?.watch.close();
    this.#guard = undefined;
    void this.#held?.checkout.release();
    this.#held = undefined;
    this.#pause.clear();
    this.#gather.clear();
  }

  #reportFights(now: number, applied: ReadonlySet<string>): void {
    const { emit, unit } = this.#options;
    const fights = this.#fights.all(now);
    const keys = new Set(fights.map(({ key }) => key));
    for (const { key, rivals } of fights.filter((fight) => !this.#fought.has(fight.key))) {
      emit({ type: "fight", at: now, unit: unit.name, key, rivals });
    }
    for (const key of [...this.#fought].filter((one) => !keys.has(one)).toSorted(compareText)) {
      const removed = applied.has(key) ? {} : ({ isRemoved: true } as const);
      emit({ type: "fightOver", at: now, unit: unit.name, key, ...removed });
    }
    this.#fought = keys;
  }
}

function plannedKeys({ groups }: Plan): ReadonlySet<string> {
  return new Set(groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest.key)));
}
