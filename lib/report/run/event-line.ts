import type { ApplyEvent, BlockedBy, Change, Operation } from "../../apply/model/event.ts";
import type { Colorize, Style } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { wrapWords } from "../terminal/fit-width.ts";
import { nameCell, tonedCell, tonedWords, type Cell } from "../terminal/columns.ts";
import { reasonOnce, troubleLines } from "./failure-reason.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import type { ObjectNames } from "../../object/object-name.ts";
import type { RunProgress } from "./run-progress.ts";

/** An event of an object that is worth a line of its own. */
export interface EventLine {
  /** The event in one or two words: `created`, `timed out`. */
  readonly verb: string;
  readonly tone: Style;
  /** The name of the object; empty if the line is about several. */
  readonly name: string;
  /** The rest of the line: the time it took, a message. */
  readonly words: string;
  /** Whether `words` describe the object and therefore follow a colon; those of a failure always do. */
  readonly isSaid?: boolean;
  /** Whether it is a failure, which must not be overlooked. */
  readonly failed: boolean;
  /** Indented lines below it. */
  readonly below: readonly string[];
}

/** The output style of a line. */
export interface LineStyle {
  readonly paint: Colorize;
  /** Columns of the terminal; undefined if the output is not a terminal. */
  readonly width: number | undefined;
}

/** The style of a line that names objects, and their names. */
export interface NamedStyle extends LineStyle {
  readonly nameOf: (key: string) => string;
}

type Actuated = Extract<ApplyEvent, { readonly type: "actuation" }>;
type Reconciled = Extract<ApplyEvent, { readonly type: "reconcile" }>;

/** A wait shorter than this is not worth a line, in milliseconds. */
const shortWait = 1000;

const verbWidth = "configured".length;

const wouldWords: Readonly<Record<Change, string>> = {
  created: "create",
  configured: "configure",
  unchanged: "unchanged",
  recreated: "recreate",
  deleted: "delete",
  adopted: "adopt",
  detached: "detach",
};

/**
 * Returns the line for an event; undefined if it is not worth one. The progress must have handled the event
 * before.
 */
export function factOf(event: ApplyEvent, progress: RunProgress, paint: Colorize): EventLine | undefined {
  if (event.type === "actuation") {
    return actuationFact(event, progress);
  }
  return event.type === "reconcile" ? reconcileFact(event, progress, paint) : undefined;
}

function actuationFact(event: Actuated, { start, names }: RunProgress): EventLine | undefined {
  if (event.state === "Skipped") {
    return skipFact(event, names);
  }
  const name = names.nameOf(event.target.key);
  return event.state === "Failed"
    ? failure("failed", name, event.message ?? "")
    : changeFact(event, name, start?.dryRun ?? false);
}

/** Returns the line for a successful write; none if it changed nothing. */
function changeFact(event: Actuated, name: string, dryRun: boolean): EventLine | undefined {
  const { operation, change, message = "" } = event;
  // A deletion is reported when the object is gone, not when it was requested.
  const isAsked = change === "deleted" && !dryRun;
  if (change === undefined || change === "unchanged" || operation === "wait" || isAsked) {
    return undefined;
  }
  const verb = changeVerb(change, operation, dryRun);
  return { verb, tone: "good", name, words: message, isSaid: true, failed: false, below: [] };
}

/** Returns the line for a skipped object, with the reason. */
export function skipFact(
  { target, because, message = "" }: Actuated,
  { nameOf }: Pick<ObjectNames, "nameOf">,
): EventLine {
  const name = nameOf(target.key);
  const words = because === undefined ? message : skipWords({ ...because, on: nameOf(because.on) });
  const isSaid = because === undefined;
  return { verb: "skipped", tone: "warning", name, words, isSaid, failed: false, below: [] };
}

function changeVerb(change: Change, operation: Operation, dryRun: boolean): string {
  if (change === "deleted" && operation === "prune") {
    return dryRun ? "prune" : "pruned";
  }
  return dryRun ? wouldWords[change] : change;
}

function reconcileFact(event: Reconciled, progress: RunProgress, paint: Colorize): EventLine | undefined {
  const { target, state, message = "" } = event;
  const below = troubleLines(event.trouble, paint);
  const name = progress.names.nameOf(target.key);
  // A refused write has been reported already; its diagnosis is reported once it is known.
  if (progress.objectOf(target, event.operation).actuation === "Failed") {
    const fact = { ...failure("details", name, ""), below };
    return below.length === 0 ? undefined : fact;
  }
  if (state === "Failed" || state === "Timeout") {
    return { ...failure(state === "Failed" ? "failed" : "timed out", name, message), below };
  }
  if (state === "Suspended") {
    return suspension(name, message);
  }
  return state === "Interrupted" ? { ...interruption(name, message), below } : goodEndFact(event, progress);
}

/** Returns the line for a wait that was interrupted, with the last message of the object. */
function interruption(name: string, message: string): EventLine {
  const words = reasonOnce(message.replace(/^interrupted(?:: )?/, ""));
  return { verb: "interrupted", tone: "warning", name, words, failed: false, below: [] };
}

/** Returns the line for a successful end; none in a dry run, which already reported what would change. */
function goodEndFact(event: Reconciled, progress: RunProgress): EventLine | undefined {
  const { state } = event;
  const isOver = state === "Succeeded" && progress.start?.dryRun !== true;
  return isOver ? arrivalFact(event, progress) : undefined;
}

/** Returns the line for an object on which work is paused, with the reason. Nobody waits for it. */
function suspension(name: string, message: string): EventLine {
  return { verb: "suspended", tone: "warning", name, words: message, isSaid: true, failed: false, below: [] };
}

/** Returns the line for an object that is ready or gone; none if that followed its write at once. */
function arrivalFact({ target, operation, at }: Reconciled, progress: RunProgress): EventLine | undefined {
  const { took = 0, written, change } = progress.objectOf(target, operation);
  const isGone = change === "deleted";
  const isShort = at - (written ?? at) < shortWait;
  if (isShort && operation !== "wait" && !isGone) {
    return undefined;
  }
  const verb = isGone ? changeVerb("deleted", operation, false) : "ready";
  const words = isShort && isGone ? "" : `in ${formatElapsed(took)}`;
  return { verb, tone: "good", name: progress.names.nameOf(target.key), words, failed: false, below: [] };
}

function failure(verb: string, name: string, message: string): EventLine {
  return { verb, tone: "error", name, words: reasonOnce(message), failed: true, below: [] };
}

/** The state of an object that was waited for in vain, by the condition of the wait. */
export const untilWords = {
  present: "does not exist",
  ready: "is not ready",
  deleting: "is not being deleted",
  absent: "is not gone",
} as const;

/** Formats the reason of a skip: `because Deployment/web is not ready (depends-on, web.yaml:12)`. */
export function skipWords({ on, until, rule, origin }: BlockedBy): string {
  const place = origin === undefined ? rule : `${rule}, ${origin}`;
  return `because ${on} ${untilWords[until]} (${place})`;
}

/** Formats a line with its verb and object, and further lines below it, indented. */
export function factLines(fact: EventLine, style: LineStyle): readonly string[] {
  const [words = "", ...more] = fact.words.trim().split(/\s*\n\s*/);
  const verb = tonedCell(style.paint, fact.tone, fact.verb);
  const behind = sentence(fact.failed ? "plain" : "faint", words, style);
  const colon = (fact.failed || fact.isSaid === true) && behind.length > 0 ? ":" : "";
  const name = fact.name === "" ? [] : [suffixed(nameCell(style.paint, fact.name), colon)];
  const first = [padVerb(verb), ...name, ...behind];
  return [
    ...wrapLine(first, style.width),
    ...[...more.map(escapeControl), ...fact.below].map((line) => `    ${line}`),
  ];
}

/** Pads a verb to the longest one, to align what follows. */
export function padVerb({ shown, width }: Cell): Cell {
  const missing = Math.max(verbWidth - width, 0) + 1;
  return { shown: shown + " ".repeat(missing), width: width + missing };
}

/** Appends an uncoloured suffix to the cell. */
export function suffixed({ shown, width }: Cell, suffix: string): Cell {
  return { shown: shown + suffix, width: width + suffix.length };
}

/** Splits a text in one tone into words to wrap if the output has a width. */
export function sentence(tone: Style, text: string, { paint, width }: LineStyle): readonly Cell[] {
  if (text === "") {
    return [];
  }
  return width === undefined ? [tonedCell(paint, tone, text)] : tonedWords(paint, tone, text);
}

/** Joins the words into lines, wrapped between words if the output has a width. */
export function wrapLine(words: readonly Cell[], width: number | undefined): readonly string[] {
  return wrapWords(words, { indent: 0, width: width ?? Infinity });
}
