import { formatTimestamp } from "../../object/timestamp.ts";
import type { UnitRun } from "../../sync/unit/unit-state.ts";
import type { Notification } from "./notification.ts";

/** The maximum number of objects named in one notification. */
const mostNamed = 20;

const goodVerdicts: ReadonlySet<string> = new Set(["converged", "interrupted"]);

/**
 * Returns the JSON body of a webhook request; `docs/sync/notifications.md` lists every field.
 * `sync`: the name of the sidecar.
 */
export function webhookBody(notification: Notification, sync: string): string {
  return JSON.stringify({
    apiVersion: "converge.dev/v1",
    kind: "Notification",
    id: `${sync}/${notification.unit}/${notification.type}/${notification.at}`,
    type: notification.type,
    timestamp: formatTimestamp(notification.at),
    severity: severityOf(notification),
    sync,
    unit: notification.unit,
    message: notification.message,
    ...detailsOf(notification),
  });
}

function severityOf(notification: Notification): "info" | "warning" | "error" {
  if (notification.type === "runEnded") {
    return goodVerdicts.has(notification.run.result.verdict) ? "info" : "error";
  }
  if (notification.type === "stalled") {
    return "error";
  }
  return notification.type === "runBegun" || notification.type === "sourceBack" ? "info" : "warning";
}

function detailsOf(notification: Notification): Readonly<Record<string, unknown>> {
  if (notification.type === "runBegun") {
    return runFields(notification.run);
  }
  if (notification.type === "runEnded") {
    const { verdict, took, outcomes } = notification.run.result;
    const failed = outcomes.filter(
      ({ actuation, reconcile }) =>
        actuation === "Failed" || reconcile === "Failed" || reconcile === "Timeout",
    );
    return {
      ...runFields(notification.run),
      verdict,
      durationMs: took,
      failed: failed.slice(0, mostNamed).map(({ target, message }) => ({ object: target.key, message })),
    };
  }
  if (notification.type === "drift") {
    const objects = notification.drifts
      .slice(0, mostNamed)
      .map(({ key, kind, by }) => ({ object: key, kind, by }));
    return { count: notification.drifts.length, drifts: objects };
  }
  if (notification.type === "planPending") {
    return { digest: notification.digest, commit: notification.commit };
  }
  return notification.type === "fight" ? { object: notification.key, rivals: notification.rivals } : {};
}

function runFields({ number, reason, revision }: UnitRun): Readonly<Record<string, unknown>> {
  const { commit, ref, tag, subject, author } = revision;
  return { run: number, reason, revision: { commit, ref, tag, subject, author } };
}
