import type { Approval } from "../../saved/approval-guard.ts";
import type { UnitReconcilerOptions } from "../unit/unit-reconciler-options.ts";
import type { UnitRun } from "../unit/unit-state.ts";
import { type PendingPlan, pendingPlan, plannedDiffs } from "./pending-plan.ts";

/** A run that may need approval, and where its events go. */
interface ApprovedRun {
  readonly run: UnitRun;
  readonly facts: Pick<UnitReconcilerOptions, "clock" | "emit" | "namespace">;
  /** Called with the digest of the plan that was approved, once the run begins to apply it. */
  readonly onApproved: (digest: string) => void;
}

/** The approval that a person has given before a run. */
export interface RunApproval {
  /** The digest in the annotation of the unit. */
  readonly approved: string | undefined;
  /** Whether that plan was applied before: then it says nothing about another one. */
  readonly isUsed: boolean;
}

/** The findings of a run about its approval. */
export interface ApprovalResult {
  /** The plan that the run has made instead of writing: it waits for approval. */
  readonly pending?: PendingPlan;
}

/** Compares the plan of a run with its approval, and publishes a plan that is not approved. */
export class RunApproving {
  /** The approval as the engine needs it; empty for a run that needs none. */
  readonly request: { readonly approval?: Approval };
  /** The keys of objects that have changed during the run, and that its plan does not write. */
  readonly withheld: Set<string> = new Set();
  #result: ApprovalResult = {};

  constructor(approved: ApprovedRun, approval: RunApproval | undefined) {
    this.request = approval === undefined ? {} : { approval: this.#approvalOf(approved, approval) };
  }

  /** The findings until now. */
  get result(): ApprovalResult {
    return this.#result;
  }

  #approvalOf(approvedRun: ApprovedRun, { approved, isUsed }: RunApproval): Approval {
    const {
      run,
      facts: { clock, emit, namespace },
      onApproved,
    } = approvedRun;
    return {
      approved,
      onUnapproved: (saved, { digest, createdNamespace }) => {
        const { commit } = run.revision;
        const facts = {
          digest,
          commit,
          namespace,
          createdNamespace,
          approved: isUsed ? undefined : approved,
        };
        const plan = pendingPlan(saved, facts);
        this.#result = { pending: plan };
        const diffs = plannedDiffs(saved, createdNamespace);
        emit({ type: "planPending", at: clock.now(), run, plan, diffs });
      },
      onApproved,
      onWithheld: (key) => {
        this.withheld.add(key);
      },
    };
  }
}
