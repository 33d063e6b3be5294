import {
  approvalCommand,
  pendingCounts,
  type PendingPlan,
  plannedVerb,
} from "../../../sync/approval/pending-plan.ts";
import type { SyncEvent } from "../../../sync/sync-event.ts";
import { diffBoard } from "./change-view.ts";
import type { PendingBoard, PendingChange } from "./dashboard-state.ts";
import { shownText } from "./sanitize-state.ts";

/** Objects shown with their fields, and all that are shown. */
const [mostChanges, mostObjects] = [50, 1000];

/** Returns a plan that waits for approval as the page shows it. */
export function pendingBoard({
  at,
  run,
  plan,
  diffs,
}: Extract<SyncEvent, { readonly type: "planPending" }>): PendingBoard {
  const named = diffs.slice(mostChanges, mostObjects);
  return {
    ...headOf(run.unit, plan),
    areFieldsKnown: true,
    changes: diffs.slice(0, mostChanges).map((diff) => diffBoard(diff, { run: run.number, at })),
    others: named.map(({ key, verb }) => ({ key: shownText(key), verb })),
    more: Math.max(diffs.length - mostObjects, 0),
  };
}

/** Returns the plan of another replica, of which only the objects are known. */
export function namedBoard(unit: string, plan: PendingPlan): PendingBoard {
  const objects = plan.objects.map(({ object, action }): PendingChange => ({
    key: shownText(object),
    verb: plannedVerb(action),
  }));
  const others = objects.filter(({ verb }) => verb !== "unchanged");
  return { ...headOf(unit, plan), areFieldsKnown: false, changes: [], others, more: plan.more };
}

function headOf(unit: string, plan: PendingPlan): Pick<PendingBoard, "digest" | "command" | "counts"> {
  return { digest: plan.digest, command: approvalCommand(unit, plan), counts: pendingCounts(plan) };
}
