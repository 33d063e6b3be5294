import type { ApplyEvent, Result } from "../../apply/model/event.ts";
import type { Clock } from "../../async/clock.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import { formatTimestamp } from "../../object/timestamp.ts";
import type { SyncEventSink, SyncEvent } from "../../sync/sync-event.ts";
import type { RunReason, UnitRun, UnitState } from "../../sync/unit/unit-state.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import { factLines, type LineStyle } from "../run/event-line.ts";
import { WaitReports } from "../run/wait-reports.ts";
import { EventRenderer } from "../run/event-renderer.ts";
import { formatCounts } from "../run/count-summary.ts";
import { namedMessage } from "../diagnostics/diagnostics.ts";
import { nameObjects, nameSet, type ObjectNames } from "../../object/object-name.ts";
import { RunProgress } from "../run/run-progress.ts";
import { summaryText } from "../run/summary.ts";
import { makePaint, type Colorize, type Style } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import {
  beginWords,
  type Level,
  eventMessage,
  shortCommit,
  stateMessage,
  LogDeduplicator,
} from "./sync-messages.ts";

/** The output of the lines, and its style. */
export interface TextStyle {
  /** Receives whole lines, including their line breaks. */
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** Lets long waits be reported while nothing else happens. */
  readonly clock: Pick<Clock, "now" | "after">;
}

/** The interval between checks for long waits, in milliseconds. */
const tick = 5000;

/** The maximum number of diagnostics of one run listed one by one. */
const mostFindings = 20;

/** Runs that start without a line: if they find nothing to do, only their end is reported. */
const quietReasons: ReadonlySet<RunReason> = new Set<RunReason>(["recheck", "drift"]);

const tones: Readonly<Record<Level, Style>> = { info: "plain", warning: "warning", error: "error" };

/**
 * Logs the events of a sidecar as lines for people, each with its time and its unit (`-` if it belongs to
 * none). Objects are named with their namespace; unchanged ones have no line.
 *
 *     2026-11-21T08:00:00.220Z blog run 1 applies 1a2b3c4 because this replica starts to reconcile it
 *     2026-11-21T08:00:00.320Z blog created     Secret/mysql-pass -n shop
 */
export function syncTextLines(style: TextStyle): SyncEventSink {
  const log = new TextLog(style);
  return (event) => {
    log.emit(event);
  };
}

/** A run under way. */
interface RunRendering {
  readonly progress: RunProgress;
  readonly renderer: EventRenderer;
  readonly waits: WaitReports;
  callOff: () => void;
}

class TextLog {
  readonly #style: TextStyle;
  readonly #line: LineStyle;
  readonly #paint: Colorize;
  readonly #reported = new LogDeduplicator();
  /** The phases reported last, by unit. */
  readonly #phases = new Map<string, string>();
  /** The names of the objects of the last run, by unit. */
  readonly #names = new Map<string, ObjectNames>();
  readonly #runs = new Map<string, RunRendering>();

  constructor(style: TextStyle) {
    this.#style = style;
    this.#paint = makePaint(style.color);
    this.#line = { paint: this.#paint, width: undefined };
  }

  /** Prints the lines for an event. */
  emit(event: SyncEvent): void {
    if (event.type === "state") {
      this.#state(event.at, event.state);
    } else if (event.type === "runBegun") {
      this.#begin(event.at, event.run);
    } else if (event.type === "diagnosed") {
      this.#diagnosed(event.at, event.run.unit, event.diagnostics);
    } else if (event.type === "apply") {
      this.#apply(event.at, event.run, event.event);
    } else if (event.type === "runEnded") {
      this.#end(event.at, event.run);
    } else {
      this.#other(event);
    }
  }

  #other(event: SyncEvent): void {
    const unit = "unit" in event ? event.unit : undefined;
    const { nameOf } = this.#names.get(unit ?? "") ?? nameObjects([]);
    this.#say(event.at, unit, eventMessage(event, nameOf));
    if (event.type === "removed") {
      this.#reported.forget(event.unit);
      this.#phases.delete(event.unit);
      this.#names.delete(event.unit);
      this.#runs.get(event.unit)?.callOff();
      this.#runs.delete(event.unit);
    }
  }

  #state(at: number, state: UnitState): void {
    const saying = stateMessage(state, at);
    const isNew = this.#reported.isNewState(state);
    if (saying === undefined) {
      return;
    }
    // If it is still ready after a run, the run has reported that.
    const isStillReady =
      state.phase === "Ready" && state.waiting === undefined && this.#phases.get(state.name) === "Ready";
    this.#phases.set(state.name, state.phase);
    if (isNew && !isStillReady) {
      this.#say(at, state.name, saying);
    }
  }

  #begin(at: number, run: UnitRun): void {
    this.#runs.get(run.unit)?.callOff();
    const progress = new RunProgress({ hasHeading: false });
    const renderer = new EventRenderer(progress, () => this.#line, false);
    const rendering: RunRendering = { progress, renderer, waits: new WaitReports(), callOff: () => {} };
    this.#runs.set(run.unit, rendering);
    this.#tickAfter(run, rendering);
    if (!quietReasons.has(run.reason)) {
      this.#print(at, run.unit, [this.#paint("strong", escapeControl(beginWords(run)))]);
    }
  }

  #diagnosed(at: number, unit: string, diagnostics: readonly Diagnostic[]): void {
    const rendering = diagnostics.filter(({ severity }) => severity !== "note");
    if (!this.#reported.areNewFindings(unit, rendering)) {
      return;
    }
    const more = rendering.length - mostFindings;
    const { nameAlone } = nameSet(rendering.flatMap(({ ref }) => ref ?? []));
    const lines = rendering.slice(0, mostFindings).map((diagnostic) => {
      const { severity, code, origin } = diagnostic;
      const message = namedMessage(diagnostic, nameAlone);
      const place = origin === undefined ? "" : `${formatOrigin(origin)}: `;
      return `${this.#paint(severity, `${severity}:`)} ${escapeControl(`${place}${message}`)} [${code}]`;
    });
    this.#print(at, unit, more > 0 ? [...lines, `and ${more} more findings`] : lines);
  }

  #apply(at: number, run: UnitRun, event: ApplyEvent): void {
    const rendering = this.#runs.get(run.unit);
    if (rendering === undefined || event.type === "finish") {
      return;
    }
    rendering.progress.emit(event);
    this.#names.set(run.unit, rendering.progress.names);
    this.#renderWaits(at, run.unit, rendering);
    const { before, lines } = rendering.renderer.render(event);
    this.#print(at, run.unit, [...before, ...lines]);
  }

  #end(at: number, run: UnitRun & { readonly result: Result }): void {
    const rendering = this.#runs.get(run.unit);
    rendering?.callOff();
    this.#runs.delete(run.unit);
    const progress = rendering?.progress ?? new RunProgress({ hasHeading: false });
    const words =
      run.result.verdict === "interrupted" ? undefined : summaryText(run.result, progress, this.#line);
    const [first = "", ...more] = words ?? [interruptedWords(run.result)];
    const head = `run ${run.number} (${run.reason}, ${escapeControl(shortCommit(run.revision))}): ${first}`;
    this.#print(at, run.unit, [...(rendering?.renderer.close() ?? []), head, ...more]);
  }

  #tickAfter(run: UnitRun, rendering: RunRendering): void {
    const { clock } = this.#style;
    const { unit } = run;
    rendering.callOff = clock.after(tick, () => {
      this.#print(clock.now(), unit, rendering.renderer.flush());
      this.#renderWaits(clock.now(), unit, rendering);
      this.#tickAfter(run, rendering);
    });
  }

  #renderWaits(at: number, unit: string, { waits, progress, renderer }: RunRendering): void {
    const { facts, folded } = waits.dueAt(at, progress);
    renderer.interrupt(facts.length);
    const lines = facts.flatMap((fact) => factLines(fact, this.#line));
    this.#print(at, unit, folded === "" ? lines : [...lines, folded]);
  }

  #say(at: number, unit: string | undefined, saying: ReturnType<typeof eventMessage>): void {
    const lines = saying?.lines.map((line) => this.#paint(tones[saying.level], escapeControl(oneLine(line))));
    this.#print(at, unit, lines ?? []);
  }

  #print(at: number, unit: string | undefined, lines: readonly string[]): void {
    if (lines.length === 0) {
      return;
    }
    const time = this.#paint("faint", formatTimestamp(at));
    const head = `${time} ${unit === undefined ? "-" : this.#paint("strong", escapeControl(unit))}`;
    this.#style.write(lines.map((line) => `${head} ${line}\n`).join(""));
  }
}

function interruptedWords({ took, outcomes, message }: Result): string {
  const done = formatCounts(outcomes, undefined);
  const reason = message === undefined ? "" : `: ${escapeControl(oneLine(message))}`;
  return `stopped at a safe point after ${formatElapsed(took)}${reason}${done === "" ? "" : `; ${done}`}`;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}
