import { extentOf } from "../../apply/decide/decide-release.ts";
import { hasRemovedItself } from "../../readiness/kind/completion.ts";
import { type JsonObject } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import type { Drift } from "../sync-event.ts";
import type { Health } from "../unit/unit-state.ts";
import type { DriftDetectorOptions, DriftWatch, DriftListener, TrackedSet } from "./drift-watch.ts";
import { findMissing } from "./find-missing-object.ts";
import { HealthCount, type HealthStatus } from "./health-count.ts";
import { fingerprintOf, detectDrift } from "./detect-drift.ts";
import { AppliedObjects, definitionsIn, trackedDigest } from "./applied-objects.ts";
import { type Reported, watchApplied } from "./applied-object-watch.ts";
import { ReadinessTracker } from "./readiness-tracker.ts";

/**
 * Watches the objects that a run has applied, each that was as it was sent, until it is closed. Sends no
 * requests but the watches, which runs of the release open as well, and lookups of objects that have left
 * them.
 */
export function startDriftDetector(facts: DriftDetectorOptions, emit: DriftListener): DriftWatch {
  const view = new DriftView(facts, emit);
  return {
    drifts: () => view.drifts(),
    health: () => view.health(),
    covers: (set) => view.covers(set),
    close: () => {
      view.close();
    },
  };
}

class DriftView {
  readonly #facts: Omit<DriftDetectorOptions, "plan" | "settled">;
  readonly #emit: DriftListener;
  readonly #life = new AbortController();
  readonly #made: AppliedObjects;
  /** Whether some of the objects may not be watched. */
  #isRestricted = false;
  readonly #judge: ReadinessTracker;
  readonly #count = new HealthCount();
  readonly #drifts = new Map<string, Drift>();
  /** The fingerprint of each object as it was last observed; none for those that do not exist. */
  readonly #fingerprints = new Map<string, string>();
  /** The latest lookup of each object that has left its watch and is not found yet. */
  readonly #looks = new Map<string, symbol>();
  #sorted: readonly Drift[] | undefined;
  #cancelReport: (() => void) | undefined;

  constructor({ plan, settled, ...facts }: DriftDetectorOptions, emit: DriftListener) {
    this.#facts = facts;
    this.#emit = emit;
    this.#made = new AppliedObjects(plan, settled);
    for (const key of this.#made.keys()) {
      // A run succeeds only once they are.
      this.#count.set(key, "ready");
    }
    this.#judge = new ReadinessTracker({
      ...facts,
      mode: facts.readiness,
      signal: this.#life.signal,
      definitions: definitionsIn(plan),
      report: (key, health) => {
        this.#stands(key, health);
      },
    });
    const { namespaces } = extentOf(plan);
    watchApplied({
      ...facts,
      signal: this.#life.signal,
      refs: this.#made.refs(),
      namespaces: new Set([plan.namespace, ...namespaces].filter((namespace) => namespace !== "")),
      emit: (reported) => {
        this.#listenTo(reported);
      },
    });
  }

  drifts(): readonly Drift[] {
    this.#sorted ??= [...this.#drifts.values()].toSorted((left, right) => compareText(left.key, right.key));
    return this.#sorted;
  }

  health(): Health {
    return this.#count.counts;
  }

  covers({ plan, settled }: TrackedSet): boolean {
    const { ready: _, ...unready } = this.#count.counts;
    const isQuiet = this.#drifts.size === 0 && Object.values(unready).every((count) => count === 0);
    const { digest } = this.#made;
    const isKnown = isQuiet && !this.#isRestricted && digest !== undefined;
    return isKnown && digest === trackedDigest(plan, settled);
  }

  close(): void {
    this.#life.abort();
    this.#judge.close();
    this.#cancelReport?.();
  }

  #listenTo(reported: Reported): void {
    if (this.#life.signal.aborted) {
      return;
    }
    if (reported.type === "restricted") {
      this.#isRestricted = true;
    } else if (reported.type === "seen") {
      this.#see(reported.key, reported.object);
    } else {
      void this.#lookFor(reported.key, reported.object);
    }
  }

  #see(key: string, object: JsonObject): void {
    this.#looks.delete(key);
    const fingerprint = fingerprintOf(object);
    if (this.#fingerprints.get(key) !== fingerprint) {
      this.#fingerprints.set(key, fingerprint);
      this.#drifted(key, detectDrift(this.#made.candidate(key), object, this.#facts));
    }
    this.#judge.see(key, object, this.#made.failuresAllowed(key));
  }

  /** Looks up an object that has left its watch: it is gone, or has lost the label of the release. */
  async #lookFor(key: string, last: JsonObject | undefined): Promise<void> {
    const wasSeen = this.#fingerprints.delete(key);
    this.#judge.forget(key);
    const look = Symbol(key);
    this.#looks.set(key, look);
    const found = await findMissing(key, { ...this.#facts, signal: this.#life.signal });
    // It may have come back meanwhile, or be looked up again.
    if (this.#life.signal.aborted || this.#looks.get(key) !== look) {
      return;
    }
    this.#looks.delete(key);
    if (found !== undefined) {
      this.#drifted(key, detectDrift(this.#made.candidate(key), found, this.#facts));
      this.#judge.see(key, found, this.#made.failuresAllowed(key));
    } else if (!this.#hasRemovedItself(key, { last, wasSeen })) {
      this.#drifted(key, detectDrift(this.#made.candidate(key), undefined, this.#facts));
      this.#stands(key, "missing");
    }
  }

  /** Reports whether a finished Job with a TTL was deleted, which is not drift. */
  #hasRemovedItself(
    key: string,
    { last, wasSeen }: { readonly last: JsonObject | undefined; readonly wasSeen: boolean },
  ): boolean {
    // The run has observed the end of one that was gone before the watch was open.
    return last === undefined ? !wasSeen && this.#made.hasTtl(key) : hasRemovedItself(last, 0);
  }

  #drifted(key: string, drift: Drift | undefined): void {
    const before = this.#drifts.get(key);
    if (isSame(before, drift)) {
      return;
    }
    if (drift === undefined) {
      this.#drifts.delete(key);
    } else {
      this.#drifts.set(key, drift);
    }
    this.#sorted = undefined;
    this.#report();
  }

  #stands(key: string, health: HealthStatus): void {
    if (this.#count.set(key, health)) {
      this.#report();
    }
  }

  #report(): void {
    this.#cancelReport ??= this.#facts.clock.after(0, () => {
      this.#cancelReport = undefined;
      if (!this.#life.signal.aborted) {
        this.#emit();
      }
    });
  }
}

function isSame(left: Drift | undefined, right: Drift | undefined): boolean {
  return (
    left === right ||
    (left?.kind === right?.kind && left?.by.join("\n") === right?.by.join("\n") && left?.key === right?.key)
  );
}
