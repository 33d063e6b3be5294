import type { ObjectState, RunCounts } from "./dashboard-state.ts";

/** Counts the objects by status. */
export function countObjects(objects: readonly ObjectState[]): RunCounts {
  const counts = { total: 0, done: 0, active: 0, failed: 0, skipped: 0, changed: 0 };
  for (const object of objects) {
    counts.total += 1;
    counts.changed += object.change === undefined || object.change === "unchanged" ? 0 : 1;
    const stand = standOf(object);
    if (stand !== "pending") {
      counts[stand] += 1;
    }
  }
  return counts;
}

function standOf({
  actuation,
  reconcile,
  sentAt,
}: ObjectState): "done" | "active" | "failed" | "skipped" | "pending" {
  if (actuation === "Failed" || reconcile === "Failed" || reconcile === "Timeout") {
    return "failed";
  }
  if (reconcile === "Succeeded" || (actuation === "Succeeded" && reconcile === "Skipped")) {
    return "done";
  }
  if (actuation === "Skipped" || reconcile === "Skipped") {
    return "skipped";
  }
  return sentAt === undefined ? "pending" : "active";
}
