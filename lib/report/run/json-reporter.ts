import type {
  ApplyEvent,
  GroupFacts,
  EventSink,
  Operation,
  Reconcile,
  Result,
} from "../../apply/model/event.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { harmlessJson } from "../document/json-document.ts";
import {
  actionOf,
  eventsVersion,
  type JsonLine,
  stepFields,
  summaryLines,
  tally,
  targetFields,
} from "./json-lines.ts";
import { formatTimestamp } from "../../object/timestamp.ts";

/** The output of the lines, and the id of the run in each of them. */
export interface JsonStyle {
  /** Receives whole lines, including their line break. */
  readonly write: (text: string) => void;
  /** A unique id of the run; derived from release, namespace and start time if not given. */
  readonly runId?: string;
}

/**
 * Writes every event of a run as JSON, one object per line: a superset of the output of `kpt live apply
 * --output=json`. `docs/reference/events.md` describes each field, `docs/event.schema.json` is the schema.
 * Equal events give equal bytes.
 */
export function jsonReporter({ write, runId }: JsonStyle): EventSink {
  const run: Run = { id: runId, dryRun: false, groups: new Map(), groupOf: new Map() };
  return (event) => {
    run.id ??= nameRun(event);
    for (const { type, ...fields } of linesOf(event, run)) {
      write(formatLine({ type, timestamp: formatTimestamp(event.at), runId: run.id, ...fields }));
    }
  };
}

/** Formats the diagnostics of a set, including the faults that refuse it, as lines of type `validation`. */
export function validationLines(diagnostics: readonly Diagnostic[], at: number): string {
  return diagnostics.map((diagnostic) => formatLine(validationLine(diagnostic, at))).join("");
}

function validationLine({ code, severity, message, ref, origin }: Diagnostic, at: number): JsonLine {
  return {
    type: "validation",
    timestamp: formatTimestamp(at),
    objects: ref === undefined ? [] : [refFields(ref)],
    ...(severity === "error" ? { error: message } : { message }),
    severity,
    code,
    origin: origin && { file: origin.file, line: origin.line, column: origin.column },
  };
}

/** References have their parts between slashes, and a name contains none. */
function refFields(ref: string): JsonLine {
  const [group = "", ...rest] = ref.split("/");
  const namespace = rest.length > 3 && rest[0] === "namespaces" ? rest[1] : "";
  const [kind = "", ...name] = namespace === "" ? rest : rest.slice(2);
  return { group, kind, namespace, name: name.join("/") };
}

type Line = JsonLine & { readonly type: string };

/** The state of a run needed to report its groups as kpt does. */
interface Run {
  id: string | undefined;
  dryRun: boolean;
  readonly groups: Map<number, GroupRun>;
  readonly groupOf: Map<string, number>;
}

/** A group in progress: its objects by key, with the states of their writes and of their waits. */
interface GroupRun {
  readonly written: Map<string, Reconcile>;
  readonly waited: Map<string, Reconcile>;
}

function nameRun(event: ApplyEvent): string {
  const name = event.type === "start" ? `${event.namespace}/${event.release}` : "run";
  return `${name}/${event.at}`;
}

function formatLine(line: JsonLine): string {
  return `${harmlessJson(line)}\n`;
}

function linesOf(event: ApplyEvent, run: Run): readonly Line[] {
  if (event.type === "start") {
    return [startLine(event, run)];
  }
  if (event.type === "group") {
    return groupLines(event, run);
  }
  if (event.type === "finish") {
    return finishLines(event.result, run);
  }
  if (event.type === "retry" || event.type === "notice") {
    return [remarkLine(event)];
  }
  if (event.type === "log") {
    return [logLine(event)];
  }
  return event.type === "status" ? [statusLine(event)] : stepLines(event, run);
}

function logLine({
  target,
  pod,
  container,
  lines,
  leftOut,
}: Extract<ApplyEvent, { readonly type: "log" }>): Line {
  return { type: "log", ...targetFields(target), pod, container, lines, leftOut };
}

function statusLine({ target, readiness }: Extract<ApplyEvent, { readonly type: "status" }>): Line {
  const { state, reason, message, rule } = readiness;
  return { type: "status", ...targetFields(target), status: state, message, reason, rule };
}

function remarkLine(event: Extract<ApplyEvent, { readonly type: "retry" | "notice" }>): Line {
  const where = event.target === undefined ? {} : targetFields(event.target);
  if (event.type === "retry") {
    return { type: "retry", ...where, message: event.message, delayMs: event.delay };
  }
  return event.level === "error"
    ? { type: "error", ...where, error: event.message }
    : { type: "notice", ...where, level: event.level, message: event.message };
}

function startLine(event: Extract<ApplyEvent, { readonly type: "start" }>, run: Run): Line {
  run.dryRun = event.dryRun;
  for (const { target, group, operation } of event.objects) {
    run.groupOf.set(`${operation} ${target.key}`, group);
  }
  return {
    type: "run",
    version: eventsVersion,
    status: "Started",
    action: event.action,
    release: event.release,
    namespace: event.namespace,
    rollbackTo: event.rollbackTo,
    server: event.server,
    dryRun: event.dryRun,
    count: event.objects.length,
    ...expectedFields(event),
    groups: event.groups.map(({ index, stage, weight, operation, count }) => ({
      groupIndex: index,
      stage,
      weight,
      action: actionOf[operation],
      count,
    })),
  };
}

function expectedFields({ expected }: Extract<ApplyEvent, { readonly type: "start" }>): JsonLine {
  return expected === undefined
    ? {}
    : {
        expectedMs: expected.total,
        expectedPath: expected.path.map(({ key, took }) => ({ ref: key, durationMs: took })),
        withoutHistory: expected.unknown,
      };
}

type Turn = Extract<ApplyEvent, { readonly type: "group" }>;

function groupLines({ group, state }: Turn, run: Run): readonly Line[] {
  if (state === "finished") {
    return closeGroup(group, run);
  }
  run.groups.set(group.index, { written: new Map(), waited: new Map() });
  return actionsOf(group, run).map((action) => ({ ...groupLine(group, action), status: "Started" }));
}

/** A group is reported as two actions, as in kpt: the work on its objects, and the wait for them. */
function actionsOf({ operation }: GroupFacts, run: Run): readonly string[] {
  return run.dryRun || operation === "wait" ? [actionOf[operation]] : [actionOf[operation], "Wait"];
}

function groupLine({ index, stage, weight }: GroupFacts, action: string): Line {
  return { type: "group", action, groupIndex: index, stage, weight };
}

/** Objects without an event count as pending in their group. */
function closeGroup(group: GroupFacts, run: Run): readonly Line[] {
  const received = run.groups.get(group.index);
  return actionsOf(group, run).map((action) => {
    const isWait = action === "Wait";
    const ends = [...((isWait ? received?.waited : received?.written)?.values() ?? [])];
    const pending = Array.from({ length: Math.max(group.count - ends.length, 0) }, () => "Pending" as const);
    return { ...groupLine(group, action), status: "Finished", ...tally([...ends, ...pending], isWait) };
  });
}

type StepEvent = Extract<ApplyEvent, { readonly type: "sending" | "actuation" | "reconcile" }>;

function stepLines(event: StepEvent, run: Run): readonly Line[] {
  const groupIndex = run.groupOf.get(`${event.operation} ${event.target.key}`) ?? 0;
  note(event, run.groups.get(groupIndex));
  const isOfWait = event.type === "reconcile" || event.operation === "wait";
  const type: Operation = isOfWait ? "wait" : event.operation;
  if (event.type === "sending") {
    return [{ type, ...stepFields({ target: event.target, state: "Pending", groupIndex }) }];
  }
  return isOfWait && isNoWait(event, run) ? [] : [{ type, ...stepFields({ ...event, groupIndex }) }];
}

/** A dry run waits for nothing, and a cluster object that is waited for is not written. */
function isNoWait({ type, state }: Exclude<StepEvent, { readonly type: "sending" }>, run: Run): boolean {
  return (run.dryRun || type === "actuation") && (state === "Succeeded" || state === "Skipped");
}

function note(event: StepEvent, group: GroupRun | undefined): void {
  if (event.type === "actuation") {
    group?.written.set(event.target.key, event.state);
    if (event.state !== "Succeeded") {
      group?.waited.set(event.target.key, "Skipped");
    }
  } else if (event.type === "reconcile") {
    group?.waited.set(event.target.key, event.state);
  }
}

function finishLines(result: Result, run: Run): readonly Line[] {
  const { verdict, message, took, criticalPath, revision } = result;
  return [
    ...(message === undefined || verdict === "converged" ? [] : [{ type: "error", error: message }]),
    ...summaryLines(result.outcomes, run.dryRun).map((line) => ({ type: "summary", ...line })),
    {
      type: "run",
      version: eventsVersion,
      status: "Finished",
      verdict,
      message,
      revision,
      durationMs: took,
      criticalPath,
    },
  ];
}
