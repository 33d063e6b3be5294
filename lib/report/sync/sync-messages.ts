import { approvalCommand } from "../../sync/approval/pending-plan.ts";
import { refName } from "../../sync/unit/run-messages.ts";
import type { Drift, SyncEvent } from "../../sync/sync-event.ts";
import type { RunReason, UnitRun, UnitState } from "../../sync/unit/unit-state.ts";
import { count, truncateWord } from "../../object/message-text.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";

type Revision = UnitRun["revision"];

type NameOf = (key: string) => string;

/** The level of a line. */
export type Level = "info" | "warning" | "error";

/** The message for an event, without time and unit. */
interface LogMessage {
  readonly level: Level;
  readonly lines: readonly string[];
}

/** The maximum number of things named at once; more are counted. */
const mostNamed = 20;

/** Shortens a commit: `1a2b3c4`. */
export function shortCommit({ commit }: Pick<Revision, "commit">): string {
  return commit.slice(0, 7);
}

const becauseWords: Readonly<Record<RunReason, string>> = {
  revision: "there is a new revision",
  drift: "objects have drifted",
  retry: "the last run failed",
  recheck: "a full check is due",
  request: "it was requested",
  start: "this replica starts to reconcile it",
  approval: "a plan was approved",
};

/** Describes the start of a run and its reason. */
export function beginWords({ number, reason, revision }: UnitRun): string {
  return `run ${number} applies ${shortCommit(revision)} because ${becauseWords[reason]}`;
}

/**
 * Returns the message for an event that belongs to no run; undefined for events of runs and for those not
 * worth a line. `nameOf` names an object by its reference.
 */
export function eventMessage(event: SyncEvent, nameOf: NameOf): LogMessage | undefined {
  if (event.type === "revision") {
    return info(revisionWords(event.revision));
  }
  if (event.type === "sourceFailed") {
    return { level: "warning", lines: [`git is not available: ${event.message}`] };
  }
  if (event.type === "sourceBack") {
    return info("git is reachable again");
  }
  if (event.type === "members") {
    return info(memberWords(event));
  }
  if (event.type === "removed") {
    const fate = event.policy === "delete" ? "are being deleted" : "stay";
    return info(`no longer configured; its objects ${fate}`);
  }
  return event.type === "notice" ? noticeSaying(event) : driftSaying(event, nameOf);
}

function info(line: string): LogMessage {
  return { level: "info", lines: [line] };
}

function noticeSaying({ level, message }: Extract<SyncEvent, { readonly type: "notice" }>): LogMessage {
  return { level: level === "note" ? "info" : level, lines: [`${level}: ${message}`] };
}

function driftSaying(event: SyncEvent, nameOf: NameOf): LogMessage | undefined {
  if (event.type === "drift") {
    return { level: "warning", lines: driftLines(event.drifts, nameOf) };
  }
  if (event.type === "fight") {
    const rivals = event.rivals.length === 0 ? "another client" : event.rivals.join(", ");
    const line = `fight: ${rivals} keeps changing ${nameOf(event.key)} back; its corrections are paused`;
    return { level: "warning", lines: [line] };
  }
  return event.type === "fightOver" ? info(`fight over: ${nameOf(event.key)} ${fightEnd(event)}`) : undefined;
}

function fightEnd({ isRemoved }: Extract<SyncEvent, { readonly type: "fightOver" }>): string {
  return isRemoved === true ? "is no longer applied" : "is corrected again";
}

function driftLines(drifts: readonly Drift[], nameOf: NameOf): readonly string[] {
  const more = drifts.length - mostNamed;
  return [
    ...drifts.slice(0, mostNamed).map(({ key, kind, by }) => {
      const whom = by.length === 0 ? "" : ` by ${by.join(", ")}`;
      return `drift: ${nameOf(key)} was ${kind}${whom}`;
    }),
    ...(more > 0 ? [`drift: ${count(more, "more object")}`] : []),
  ];
}

function revisionWords(revision: Revision): string {
  const { ref, commit, subject, author } = revision;
  const place = ref === commit ? "" : ` of ${truncateWord(refName(ref))}`;
  return `revision ${shortCommit(revision)}${place}: ${truncateWord(subject)} (${truncateWord(author)})`;
}

function memberWords({
  members,
  self,
  keeps,
}: Pick<Extract<SyncEvent, { readonly type: "members" }>, "members" | "self" | "keeps">): string {
  const named = members.slice(0, mostNamed).map((name) => (name === self ? `${name} (this one)` : name));
  const kept = keeps.length > mostNamed ? count(keeps.length, "unit") : keeps.join(", ");
  return `${count(members.length, "replica")}: ${named.join(", ")}; this one has ${kept === "" ? "nothing" : kept}`;
}

/**
 * Describes the state of a unit if it is worth a line; states that runs report themselves are not. `at`: now,
 * in milliseconds since 1970.
 */
export function stateMessage(state: UnitState, at: number): LogMessage | undefined {
  const { phase, message } = state;
  if (phase === "Pending" || phase === "Reconciling") {
    return undefined;
  }
  if (phase === "Failed" || phase === "Stalled") {
    return { level: "error", lines: [`${phase.toLowerCase()}: ${message}${againWords(state, at)}`] };
  }
  return phase === "AwaitingApproval"
    ? { level: "warning", lines: [message, ...approvalLines(state)] }
    : info(restWords(state));
}

function restWords(state: UnitState): string {
  const { phase, message, waiting } = state;
  const commit = phase === "Ready" && state.applied !== undefined ? ` at ${shortCommit(state.applied)}` : "";
  const isKnown = waiting === undefined || message.includes(waiting.message);
  const words = [message, isKnown ? "" : waiting.message].filter((part) => part !== "").join("; ");
  return `${phase.toLowerCase()}${commit}${words === "" ? "" : `: ${words}`}`;
}

function approvalLines({ name, pendingPlan }: UnitState): readonly string[] {
  return pendingPlan === undefined ? [] : [`approve it with: ${approvalCommand(name, pendingPlan)}`];
}

function againWords({ retryAt, failures }: UnitState, at: number): string {
  const times = failures > 1 ? `, ${count(failures, "failure")} in a row` : "";
  return `${retryAt === undefined ? "" : `; next attempt in ${formatElapsed(retryAt - at)}`}${times}`;
}

/** Remembers the last report about each unit, so that a log of months does not repeat itself. */
export class LogDeduplicator {
  readonly #states = new Map<string, string>();
  readonly #findings = new Map<string, string>();

  /** Reports whether phase, message or commits of the unit differ from those reported last. */
  isNewState({ name, phase, message, observed, applied, waiting }: UnitState): boolean {
    // Not a line for each unit of a ring that becomes ready.
    const wait = waiting?.message.replace(/: \d+ of /, "");
    const words = [phase, message, wait, observed?.commit, applied?.commit].join("\n");
    return isNew(this.#states, name, words);
  }

  /** Reports whether the diagnostics of the unit's manifests differ from the last ones. */
  areNewFindings(unit: string, diagnostics: readonly Diagnostic[]): boolean {
    const words = diagnostics.map(({ code, message, ref }) => [code, ref, message].join(" ")).join("\n");
    return isNew(this.#findings, unit, words) && diagnostics.length > 0;
  }

  /** Forgets a unit that was removed. */
  forget(unit: string): void {
    this.#states.delete(unit);
    this.#findings.delete(unit);
  }
}

function isNew(reported: Map<string, string>, unit: string, words: string): boolean {
  const isOther = reported.get(unit) !== words;
  reported.set(unit, words);
  return isOther;
}
