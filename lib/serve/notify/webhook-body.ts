import { formatTimestamp } from "../../object/timestamp.ts";
import type { UnitRun } from "../../sync/unit-state.ts";
import type { Notification } from "./story.ts";

/** So many objects are named in one notification. */
const mostNamed = 20;

const goodVerdicts: ReadonlySet<string> = new Set(["converged", "interrupted"]);

/** What a webhook is sent, as JSON; `docs/notifications.md` has every field. `sync`: the name of the sidecar. */
export function webhookBody(story: Notification, sync: string): string {
  return JSON.stringify({
    apiVersion: "converge.dev/v1",
    kind: "Notification",
    id: `${sync}/${story.unit}/${story.type}/${story.at}`,
    type: story.type,
    timestamp: formatTimestamp(story.at),
    severity: severityOf(story),
    sync,
    unit: story.unit,
    message: story.message,
    ...detailsOf(story),
  });
}

function severityOf(story: Notification): "info" | "warning" | "error" {
  if (story.type === "runEnded") {
    return goodVerdicts.has(story.run.result.verdict) ? "info" : "error";
  }
  if (story.type === "stalled") {
    return "error";
  }
  return story.type === "runBegun" || story.type === "sourceBack" ? "info" : "warning";
}

function detailsOf(story: Notification): Readonly<Record<string, unknown>> {
  if (story.type === "runBegun") {
    return runFields(story.run);
  }
  if (story.type === "runEnded") {
    const { verdict, took, outcomes } = story.run.result;
    const failed = outcomes.filter(
      ({ actuation, reconcile }) =>
        actuation === "Failed" || reconcile === "Failed" || reconcile === "Timeout",
    );
    return {
      ...runFields(story.run),
      verdict,
      durationMs: took,
      failed: failed.slice(0, mostNamed).map(({ target, message }) => ({ object: target.key, message })),
    };
  }
  if (story.type === "drift") {
    const objects = story.drifts.slice(0, mostNamed).map(({ key, kind, by }) => ({ object: key, kind, by }));
    return { count: story.drifts.length, drifts: objects };
  }
  return story.type === "fight" ? { object: story.key, rivals: story.rivals } : {};
}

function runFields({ number, reason, revision }: UnitRun): Readonly<Record<string, unknown>> {
  const { commit, ref, tag, subject, author } = revision;
  return { run: number, reason, revision: { commit, ref, tag, subject, author } };
}
