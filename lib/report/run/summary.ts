import type { Outcome, Result } from "../../apply/model/event.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import { count } from "../../object/message-text.ts";
import type { Style } from "../terminal/terminal-color.ts";
import { wrapWords } from "../terminal/fit-width.ts";
import { nameCell } from "../terminal/columns.ts";
import { criticalPathWords } from "./critical-path.ts";
import { reasonOnce } from "./failure-reason.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import { type LineStyle, type NamedStyle, sentence, wrapLine } from "./event-line.ts";
import type { PlaceOf } from "./failure-annotation.ts";
import { type FailureGroup, failureGroups, faultKey, namesWords } from "./failure-groups.ts";
import { formatCounts } from "./count-summary.ts";
import type { RunProgress } from "./run-progress.ts";

const tones: Readonly<Record<Result["verdict"], Style>> = {
  converged: "good",
  failed: "error",
  refused: "error",
  timedOut: "error",
  unreachable: "error",
  interrupted: "warning",
};

/** The output style of the summary. */
export interface SummaryStyle extends LineStyle {
  /** Returns the place of an object's manifest. */
  readonly placeOf?: PlaceOf | undefined;
}

type NamedSummary = SummaryStyle & NamedStyle;

/**
 * Formats the end of a run for people: counts, duration, critical path, and failures, the first cause first,
 * each with the number of objects skipped because of it.
 *
 *     12 applied (3 created, 2 configured, 7 unchanged), 12 ready, 1 pruned in 14.2s
 *     critical path: Namespace/shop → StatefulSet/mysql (9.1s) → Deployment/wordpress (3.4s)
 */
export function summaryText(result: Result, progress: RunProgress, style: SummaryStyle): readonly string[] {
  return [
    ...verdictLines(result, progress, style),
    ...failureLines(result, progress, style),
    ...[...criticalPathWords(result, progress), ...retryWords(progress)].flatMap((words) =>
      wrapLine(sentence("faint", words, style), style.width),
    ),
  ];
}

/** Formats the verdict of a run with counts and duration, as a rule in one line. */
export function verdictLines(result: Result, progress: RunProgress, style: LineStyle): readonly string[] {
  const dryRun = progress.start?.dryRun ?? false;
  const counts = formatCounts(result.outcomes, progress.start);
  const expected = progress.start?.expected?.total;
  return headLines(
    result,
    { headline: headlineOf(result, { counts, expected, dryRun }), counts, dryRun },
    style,
  );
}

/** Formats the first line; if there are several refusals, each has a line of its own below. */
function headLines(
  result: Result,
  { headline, ...facts }: { readonly headline: string } & Pick<Ending, "counts" | "dryRun">,
  style: LineStyle,
): readonly string[] {
  const tone = tones[result.verdict];
  const reasons = (result.message ?? "").split("\n").map((line) => line.trim());
  const refusals = reasons.filter((line) => line !== "");
  if (result.verdict !== "refused" || refusals.length < 2) {
    return wrapLine(sentence(tone, headline, style), style.width);
  }
  const lines = refusals.flatMap((line) =>
    wrapWords(sentence("plain", line, style), { indent: 2, width: style.width ?? Infinity }),
  );
  return [...wrapLine(sentence(tone, `${refusal(facts)}:`, style), style.width), ...lines];
}

/** The parts of a headline. */
interface Ending {
  readonly counts: string;
  readonly time: string;
  /** `: <message>`, or nothing. */
  readonly reason: string;
  /** `; <counts>`, or nothing. */
  readonly done: string;
  /** `, revision <number>`, or nothing. */
  readonly revision: string;
  readonly dryRun: boolean;
}

const headlines: Readonly<Record<Result["verdict"], (ending: Ending) => string>> = {
  converged: ({ counts, time, revision, dryRun }) =>
    dryRun ? `dry run: ${counts}` : `${counts} in ${time}${revision}`,
  failed: ({ time, reason, done }) => `failed after ${time}${reason}${done}`,
  refused: ({ reason, counts, dryRun }) => `${refusal({ counts, dryRun })}${reason}`,
  timedOut: ({ time, reason, done }) => `timed out after ${time}${reason}${done}`,
  unreachable: ({ reason }) => `no access to the cluster${reason}`,
  interrupted: ({ time, reason, done }) =>
    `interrupted after ${time}${reason}${done}; run it again to continue`,
};

/** The beginning of a refusal. A dry run also says what it has found. */
function refusal({ counts, dryRun }: Pick<Ending, "counts" | "dryRun">): string {
  return dryRun ? `dry run: ${counts}; the run would be refused` : "nothing was sent";
}

interface HeadlineFacts {
  readonly counts: string;
  /** The expected duration of the run, in milliseconds. */
  readonly expected: number | undefined;
  readonly dryRun: boolean;
}

function headlineOf(
  { verdict, message, took, revision }: Result,
  { counts: words, expected, dryRun }: HeadlineFacts,
): string {
  const number = revision === undefined ? [] : [`revision ${revision}`];
  const done = [...(words === "" ? [] : [words]), ...number].join(", ");
  return headlines[verdict]({
    counts: words === "" ? "nothing to do" : words,
    time: `${formatElapsed(took)}${expected === undefined ? "" : ` (expected ${formatElapsed(expected)})`}`,
    reason: message === undefined ? "" : `: ${oneLine(message)}`,
    done: done === "" ? "" : `; ${done}`,
    revision: number.map((reported) => `, ${reported}`).join(""),
    dryRun,
  });
}

function oneLine(message: string): string {
  return message.trim().replaceAll(/\s*\n\s*/g, " ");
}

/** The maximum number of failures shown; more are only counted. */
const shownFailures = 20;

function failureLines(result: Result, progress: RunProgress, style: SummaryStyle): readonly string[] {
  const groups = failureGroups(result.outcomes, progress.failures);
  const named: NamedSummary = { ...style, nameOf: progress.names.nameOf };
  const alike = [...Map.groupBy(groups, likenessOf).values()];
  const more = alike.length - shownFailures;
  return [
    ...alike.slice(0, shownFailures).flatMap((same) => failureLine(same, named)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Groups failures with the same fault. */
function likenessOf({ key, cause, dependents }: FailureGroup): string {
  return cause === undefined || dependents > 0 ? key : `${verbOf(cause)} ${faultKey(cause)}`;
}

/** Repeats the reason although it was reported when it occurred: a long log may be in between. */
function failureLine(alike: readonly FailureGroup[], style: NamedSummary): readonly string[] {
  return alike.slice(0, 1).flatMap(({ key, cause, dependents }) => {
    const words = cause === undefined ? "is missing" : causeWords(cause);
    const place = style.placeOf?.(key);
    // Refusals by the server name the field and its line.
    const isPlaced = place === undefined || (cause?.message ?? "").includes(place.file);
    const at = isPlaced ? "" : ` (${formatOrigin(place)})`;
    const behind = dependents === 0 ? "" : `; ${count(dependents, "object")} skipped because of it`;
    const others = alike.slice(1).map((other) => style.nameOf(other.key));
    const lines = [
      [nameCell(style.paint, style.nameOf(key)), ...sentence("plain", `${words}${at}${behind}`, style)],
      ...podWords(cause).map((line) => sentence("plain", `  ${line}`, style)),
      ...(others.length === 0 ? [] : [sentence("plain", `and ${namesWords(others)}`, style)]),
    ];
    return lines.flatMap((cells) => wrapWords(cells, { indent: 2, width: style.width ?? Infinity }));
  });
}

/** Returns the first pod whose state adds to the reason. */
function podWords(cause: Outcome | undefined): readonly string[] {
  const [pod] = cause?.trouble?.pods ?? [];
  return pod === undefined || reasonOf(cause).includes(factOfPod(pod)) ? [] : [pod];
}

/**
 * Extracts the state of a pod: `pod/web-0: container app waiting: CrashLoopBackOff (…)` → `CrashLoopBackOff`.
 */
function factOfPod(pod: string): string {
  const [, fact = pod] = /: ([^:(]+?)(?: \(|$)/.exec(pod) ?? [];
  return fact.split(": ").at(-1) ?? fact;
}

/** The maximum characters of a reason; it is shown in full when the failure is reported. */
const longestReason = 300;

function reasonOf(cause: Outcome | undefined): string {
  const reason = oneLine(reasonOnce(cause?.message ?? ""));
  return reason.length > longestReason ? `${reason.slice(0, longestReason).trimEnd()}…` : reason;
}

function causeWords(cause: Outcome): string {
  const reason = reasonOf(cause);
  return `${verbOf(cause)}${cause.tolerated === true ? " and is ignored" : ""}${reason === "" ? "" : `: ${reason}`}`;
}

function verbOf({ reconcile }: Outcome): string {
  return reconcile === "Timeout" ? "timed out" : "failed";
}

/**
 * Summarizes retries: `42 attempts repeated: 40 times 429 too many requests`; a single one was reported when
 * it occurred.
 */
function retryWords({ retries }: RunProgress): readonly string[] {
  const total = [...retries.values()].reduce((sum, amount) => sum + amount, 0);
  const [most] = [...retries].toSorted(([, left], [, right]) => right - left);
  if (most === undefined || total < 2) {
    return [];
  }
  const [message, amount] = most;
  const share = retries.size === 1 ? "" : `${amount} times `;
  return [`${count(total, "attempt")} repeated: ${share}${oneLine(message)}`];
}
