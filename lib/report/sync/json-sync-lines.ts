import type { Result } from "../../apply/model/event.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatTimestamp } from "../../object/timestamp.ts";
import type { SyncEventSink, SyncEvent } from "../../sync/sync-event.ts";
import type { UnitRun, UnitState } from "../../sync/unit/unit-state.ts";
import { harmlessJson } from "../document/json-document.ts";
import { formatCounts } from "../run/count-summary.ts";
import { applyLines, levelOf, runFields, type SyncLine } from "./json-run-lines.ts";
import { LogDeduplicator } from "./sync-messages.ts";

/** The version of the lines, in each of them. Fields may be added to it; none changes its meaning. */
export const syncLogVersion = "converge.dev/v1";

/**
 * Logs the events of a sidecar as JSON, one object per line; `docs/sync/log.md` describes each type of line.
 * Equal events give equal bytes. Unchanged objects have no line. `write` receives whole lines, including
 * their line breaks.
 */
export function syncJsonLines(write: (text: string) => void): SyncEventSink {
  const reported = new LogDeduplicator();
  return (event) => {
    for (const { type, level, ...fields } of linesOf(event, reported)) {
      const head = { version: syncLogVersion, type, timestamp: formatTimestamp(event.at), level };
      write(`${harmlessJson({ ...head, ...fields })}\n`);
    }
  };
}

function linesOf(event: SyncEvent, reported: LogDeduplicator): readonly SyncLine[] {
  if (event.type === "state") {
    return reported.isNewState(event.state) ? [stateLine(event.state)] : [];
  }
  if (event.type === "runBegun") {
    return [beginLine(event.run)];
  }
  if (event.type === "runEnded") {
    return [endLine(event.run)];
  }
  if (event.type === "apply") {
    return applyLines(event.run, event.event);
  }
  if (event.type === "diagnosed") {
    const isNew = reported.areNewFindings(event.run.unit, event.diagnostics);
    return isNew ? event.diagnostics.map((diagnostic) => findingLine(event.run, diagnostic)) : [];
  }
  return otherLines(event, reported);
}

function otherLines(event: SyncEvent, reported: LogDeduplicator): readonly SyncLine[] {
  if (event.type === "removed") {
    reported.forget(event.unit);
    return [{ type: "removed", level: "info", unit: event.unit, policy: event.policy }];
  }
  if (event.type === "revision") {
    const revision = revisionOf(event.revision);
    return [{ type: "revision", level: "info", unit: event.unit, revision }];
  }
  if (event.type === "members") {
    const { members, self, keeps } = event;
    return [{ type: "members", level: "info", members, self, keeps }];
  }
  if (event.type === "notice") {
    return [{ type: "notice", level: levelOf(event), unit: event.unit, message: event.message }];
  }
  return event.type === "planPending" ? [pendingLine(event)] : sourceLines(event);
}

function pendingLine({ run, plan }: Extract<SyncEvent, { readonly type: "planPending" }>): SyncLine {
  const { digest, commit, counts, objects, more, unmatched } = plan;
  return {
    type: "planPending",
    level: "warning",
    ...runFields(run),
    digest,
    commit,
    counts,
    objects,
    more: more === 0 ? undefined : more,
    unmatchedApproval: unmatched,
  };
}

function sourceLines(event: SyncEvent): readonly SyncLine[] {
  if (event.type === "sourceFailed") {
    return [{ type: event.type, level: "warning", unit: event.unit, message: event.message }];
  }
  if (event.type === "drift") {
    const { unit } = event;
    return event.drifts.map(({ key, kind, by }) => ({
      type: "drift",
      level: "warning",
      unit,
      object: key,
      kind,
      by,
    }));
  }
  if (event.type === "fight") {
    const { unit, key, rivals } = event;
    return [{ type: "fight", level: "warning", unit, object: key, rivals }];
  }
  if (event.type === "fightOver") {
    return [{ type: event.type, level: "info", unit: event.unit, object: event.key }];
  }
  return event.type === "sourceBack" ? [{ type: event.type, level: "info", unit: event.unit }] : [];
}

function revisionOf(revision: UnitRun["revision"] | undefined): unknown {
  if (revision === undefined) {
    return undefined;
  }
  const { commit, ref, tag, subject, author, at } = revision;
  return { commit, ref, tag, subject, author, committedAt: formatTimestamp(at) };
}

function stateLine(state: UnitState): SyncLine {
  const { name, cluster, phase, message, since, observed, applied } = state;
  const { blockedBy, failures, waiting, retryAt, health } = state;
  return {
    type: "state",
    level: phase === "Failed" || phase === "Stalled" ? "error" : "info",
    unit: name,
    cluster,
    phase,
    message,
    since: formatTimestamp(since),
    observed: observed?.commit,
    applied: applied?.commit,
    blockedBy: blockedBy.length === 0 ? undefined : blockedBy,
    failures: failures === 0 ? undefined : failures,
    waiting: waiting?.message,
    waitsUntil: timeOf(waiting?.until),
    retryAt: timeOf(retryAt),
    health,
  };
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : formatTimestamp(at);
}

function beginLine(run: UnitRun): SyncLine {
  const revision = revisionOf(run.revision);
  return { type: "runBegun", level: "info", ...runFields(run), reason: run.reason, revision };
}

function endLine(run: UnitRun & { readonly result: Result }): SyncLine {
  const { verdict, message, took, outcomes, criticalPath, revision } = run.result;
  const isGood = verdict === "converged" || verdict === "interrupted";
  return {
    type: "runEnded",
    level: isGood ? "info" : "error",
    ...runFields(run),
    reason: run.reason,
    commit: run.revision.commit,
    verdict,
    message,
    summary: formatCounts(outcomes, undefined),
    durationMs: took,
    releaseRevision: revision,
    criticalPath,
  };
}

function findingLine(run: UnitRun, { code, severity, message, ref, origin }: Diagnostic): SyncLine {
  return {
    type: "finding",
    level: severity === "note" ? "info" : severity,
    ...runFields(run),
    code,
    message,
    object: ref,
    origin: origin && { file: origin.file, line: origin.line, column: origin.column },
  };
}
