import type { GitRevision } from "../../git/model/git-repository.ts";
import type { Drift } from "../sync-event.ts";
import type { Phase, UnitState } from "../unit/unit-state.ts";
import type { RunApproval } from "./run-approving.ts";
import type { UnitReconcilerOptions } from "../unit/unit-reconciler-options.ts";

type ApprovalOptions = Pick<UnitReconcilerOptions, "unit" | "command" | "status">;

/** The objects that have drifted. */
interface GatheredDrift {
  /** Whether no more changes of the same moment are waited for. */
  readonly hasGathered: boolean;
  readonly toCorrect: () => readonly Drift[];
}

/** The approvals of a unit with `approval: manual`: which runs are due because of them. */
export class UnitApproval {
  /** Whether the unit writes only what a person has approved. */
  readonly isManual: boolean;
  readonly #options: ApprovalOptions;
  /** The approval that the last run has compared with its plan. */
  #judged: string | undefined;
  /** The drifts that the last run has seen. */
  #drifts = wordsOf([]);
  /** A commit with the manifests of the pending plan, and the commit of that plan. */
  #same: { readonly newest: string; readonly planned: string } | undefined;

  constructor(options: ApprovalOptions) {
    this.isManual = options.unit.approval === "manual";
    this.#options = options;
  }

  /** Reports whether there is an approval that no run has seen. */
  isNew(): boolean {
    const { approve } = this.#options.command();
    return this.isManual && approve !== undefined && approve !== this.#judged;
  }

  /** Records that a run begins. Returns the approval that it has; undefined if it needs none. */
  begin(
    drifts: readonly Drift[],
    { approvedPlan }: Pick<UnitState, "approvedPlan">,
  ): RunApproval | undefined {
    const { approve: approved } = this.#options.command();
    this.#judged = approved;
    this.#same = undefined;
    this.#drifts = wordsOf(drifts);
    const used = approvedPlan ?? this.#options.status()?.approvedPlan;
    return this.isManual ? { approved, isUsed: approved === used } : undefined;
  }

  /** Records the phase of the unit after a run. */
  settled(phase: Phase | undefined): void {
    if (phase === "Ready") {
      this.end();
    }
  }

  /** Records that nothing waits for approval any more. */
  end(): void {
    this.#drifts = wordsOf([]);
    this.#same = undefined;
  }

  /** Reports whether other objects have drifted than the last run has seen. */
  isDriftNew(drift: GatheredDrift): boolean {
    return drift.hasGathered && wordsOf(drift.toCorrect()) !== this.#drifts;
  }

  /** Keeps the pending plan of a commit for another one with the same manifests. */
  keepFor(newest: GitRevision, planned: GitRevision | undefined): void {
    this.#same = planned && { newest: newest.commit, planned: planned.commit };
  }

  /** Returns the revision to apply: that of the pending plan, if the newest has the same manifests. */
  target(newest: GitRevision, planned: GitRevision | undefined): GitRevision {
    const isKept = this.#same?.newest === newest.commit && this.#same.planned === planned?.commit;
    return isKept ? planned : newest;
  }
}

function wordsOf(drifts: readonly Drift[]): string {
  return JSON.stringify(drifts);
}
