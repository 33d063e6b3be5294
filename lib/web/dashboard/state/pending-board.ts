import { approvalCommand } from "../../../sync/approval/pending-plan.ts";
import type { SyncEvent } from "../../../sync/sync-event.ts";
import { diffBoard } from "./change-view.ts";
import type { PendingBoard } from "./dashboard-state.ts";

const mostChanges = 50;

/** Returns a plan that waits for approval as the page shows it, with its first changes. */
export function pendingBoard({
  at,
  run,
  plan,
  diffs,
}: Extract<SyncEvent, { readonly type: "planPending" }>): PendingBoard {
  return {
    digest: plan.digest,
    command: approvalCommand(run.unit, plan),
    changes: diffs.slice(0, mostChanges).map((diff) => diffBoard(diff, { run: run.number, at })),
    more: Math.max(diffs.length - mostChanges, 0),
  };
}
