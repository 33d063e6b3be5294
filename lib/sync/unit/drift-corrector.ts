import { RestMapper } from "../../apply/model/rest-mapper.ts";
import { applySetId, parentName } from "../../inventory/apply-set.ts";
import { compareText } from "../../object/object-ref.ts";
import type { Checkout, GitRevision } from "../../git/model/git-repository.ts";
import type { DriftWatch } from "../drift/drift-watch.ts";
import { Fights } from "../drift/fights.ts";
import { startDriftDetector } from "../drift/drift-detector.ts";
import { Timer } from "../../async/timer.ts";
import type { ManifestChanges } from "./manifest-changes.ts";
import type { StatePatch } from "./unit-state-publisher.ts";
import type { Drift } from "../sync-event.ts";
import type { UnitLoopFacts } from "./unit-reconciler-options.ts";
import type { AppliedSet } from "./reconcile-unit.ts";
import type { RunReason } from "./unit-state.ts";

/** Milliseconds in which what happens is taken as one: somebody changes ten objects by one command. */
const moment = 150;

/** What is guarded. */
interface Held {
  revision: GitRevision;
  readonly checkout: Checkout;
}

/** Watches over what a unit has made between its runs, and tells what of it has to be corrected now. */
export class DriftCorrector {
  readonly #facts: UnitLoopFacts;
  readonly #fights = new Fights();
  readonly #pause: Timer;
  readonly #gather: Timer;
  #watch: DriftWatch | undefined;
  /** What the watch is over, laid out: so it can be applied again whatever becomes of it in git. */
  #held: Held | undefined;
  #corrected = 0;
  #fought: ReadonlySet<string> = new Set();
  #life = new AbortController();

  /** `ring` is called when there may be something to correct, or health has changed. */
  constructor(facts: UnitLoopFacts, ring: () => void) {
    this.#facts = facts;
    this.#pause = new Timer(facts.clock, ring);
    this.#gather = new Timer(facts.clock, ring);
  }

  /** What is to be corrected now: what is fought over is not, for a while. */
  toCorrect(): readonly Drift[] {
    const now = this.#facts.clock.now();
    if (this.#gather.at !== undefined && !this.#gather.isDue) {
      return [];
    }
    return (this.#watch?.drifts() ?? []).filter(({ key }) => !this.#fights.isPaused(key, now));
  }

  /** The keys of objects that corrections leave as they stand: they are fought over. */
  spared(): ReadonlySet<string> {
    const now = this.#facts.clock.now();
    const keys = (this.#watch?.drifts() ?? []).map(({ key }) => key);
    return new Set(keys.filter((key) => this.#fights.isPaused(key, now)));
  }

  /** What it says of the unit. */
  patch(): StatePatch {
    const health = this.#watch?.health();
    return {
      fights: this.#fights.all(this.#facts.clock.now()),
      corrected: this.#corrected,
      ...(health === undefined ? {} : { health }),
    };
  }

  /** A run begins, which corrects whatever there is. Tells what that is. */
  beginRun(reason: RunReason): readonly Drift[] {
    const drifts = reason === "drift" ? this.toCorrect() : (this.#watch?.drifts() ?? []);
    if (drifts.length > 0 && reason === "drift") {
      const { clock, emit, unit } = this.#facts;
      emit({ type: "drift", at: clock.now(), unit: unit.name, drifts });
    }
    return drifts;
  }

  /** What is guarded; undefined where nothing is. */
  get revision(): GitRevision | undefined {
    return this.#held?.revision;
  }

  /**
   * Whether a revision has the same manifests as what is guarded, so that nothing else could come of it. Then
   * it is guarded from now on.
   */
  async takesOver(revision: GitRevision, changes: ManifestChanges): Promise<boolean> {
    const held = this.#held;
    if (held === undefined || this.toCorrect().length > 0) {
      return false;
    }
    const isSame = await changes.isSame(held.revision, revision);
    held.revision = isSame ? revision : held.revision;
    return isSame;
  }

  /**
   * A run has ended that was to correct those drifts. From now on what it has made is watched; what was made
   * before, where it has made nothing.
   */
  async endRun(corrections: readonly Drift[], made: AppliedSet | undefined): Promise<void> {
    if (made === undefined) {
      return;
    }
    const { clock, once } = this.#facts;
    const now = clock.now();
    for (const { key, by } of corrections.filter((drift) => made.settled.has(drift.key))) {
      this.#corrected += 1;
      this.#fights.corrected(key, by, now);
    }
    this.#reportFights(now);
    this.close();
    if (once) {
      await made.checkout.release();
      return;
    }
    const { revision, checkout } = made;
    this.#held = { revision, checkout };
    await this.#guard(made);
    const next = this.#fights.nextAt(now);
    if (next !== undefined) {
      this.#pause.set(Math.max(next - now, 0));
    }
  }

  async #guard({ cluster, plan, settled }: AppliedSet): Promise<void> {
    const { clock, unit } = this.#facts;
    const { signal } = this.#life;
    const kinds = new RestMapper(cluster, await cluster.discover({ signal }));
    if (signal.aborted) {
      return;
    }
    const id = applySetId({ name: parentName(unit.release), namespace: plan.namespace });
    const ignored = unit.ignoreDifferences;
    const facts = { cluster, kinds, clock, readiness: "converge", plan, id, settled, ignored } as const;
    this.#watch = startDriftDetector(facts, () => {
      if (this.#gather.at === undefined || this.#gather.isDue) {
        this.#gather.set(moment);
      }
    });
  }

  /** Watches no more; who fought is remembered. */
  close(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#watch?.close();
    this.#watch = undefined;
    void this.#held?.checkout.release();
    this.#held = undefined;
    this.#pause.clear();
    this.#gather.clear();
  }

  #reportFights(now: number): void {
    const { emit, unit } = this.#facts;
    const fights = this.#fights.all(now);
    const keys = new Set(fights.map(({ key }) => key));
    for (const { key, rivals } of fights.filter((fight) => !this.#fought.has(fight.key))) {
      emit({ type: "fight", at: now, unit: unit.name, key, rivals });
    }
    for (const key of [...this.#fought].filter((one) => !keys.has(one)).toSorted(compareText)) {
      emit({ type: "fightOver", at: now, unit: unit.name, key });
    }
    this.#fought = keys;
  }
}
