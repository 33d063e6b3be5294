import type { GroupFacts } from "../../apply/model/event.ts";
import type { Cell } from "../terminal/columns.ts";
import type { Colorize, Style } from "../terminal/terminal-color.ts";
import { textWidth } from "../terminal/text-width.ts";
import { clipRow, type StyledText } from "../terminal/fit-width.ts";
import { remainingWords } from "./critical-path.ts";
import { reasonFirst } from "./failure-reason.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import { groupPlace, type RunFeatures, runFeatures } from "./group-text.ts";
import type { GroupCounts, ObjectProgress, RunProgress } from "./run-progress.ts";
import { count } from "../../object/message-text.ts";

/** The terminal of a frame, and the time it shows. */
interface FrameStyle {
  readonly paint: Colorize;
  readonly width: number;
  readonly height: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The maximum number of waits shown, the longest. */
const shownWaits = 5;
/** The maximum number of open groups shown, if there is space. */
const shownGroups = 8;
/** The maximum and minimum columns of a progress bar. */
const longestBar = 24;
const shortestBar = 6;

type Row = readonly StyledText[];

/**
 * Renders the current state of a run, in rows that fit the terminal:
 *
 *     group 2 of 4  ████▒▒▒▒░░░░  4 of 12, 4 waiting
 *     waiting for
 *       12.1s  StatefulSet/mysql  0 of 1 replicas ready
 *     14.2s, 5 of 24 objects done, 1 of 4 groups
 */
export function liveFrame(progress: RunProgress, style: FrameStyle): readonly Cell[] {
  const room = Math.max(style.height - 1, 1);
  const closing = [closingRow(progress, style)];
  const groups = groupRows(progress, style).slice(0, Math.max(room - 1, 0));
  const waits = waitRows(progress, style, room - 1 - groups.length);
  // The terminal wraps a row that fills it to the last column.
  return [...groups, ...waits, ...closing].map((row) =>
    clipRow(row, Math.max(style.width - 1, 1), style.paint),
  );
}

function groupRows(progress: RunProgress, style: FrameStyle): readonly Row[] {
  const open = [...progress.openGroups.values()];
  const features = runFeatures(progress.start?.groups ?? []);
  const shown = open.length > shownGroups + 1 ? open.slice(0, shownGroups) : open;
  const titles = shown.map((group) => groupTitle(group, features));
  const widest = titles.reduce((most, title) => Math.max(most, textWidth(title)), 0);
  const more = open.length - shown.length;
  return [
    ...shown.map((group, index): Row => {
      const title = (titles[index] ?? "").padEnd(widest);
      return groupRow(title, progress.countsOf(group.index), style);
    }),
    ...(more > 0 ? [[{ tone: "faint", text: `and ${count(more, "more group")}` } as const]] : []),
  ];
}

function groupTitle(group: GroupFacts, features: RunFeatures): string {
  const place = groupPlace(group, features);
  const purpose = group.operation === "apply" ? "" : `, ${group.operation}`;
  const number = `group ${group.index} of ${Math.max(features.last, group.index)}`;
  return `${number}${place === "" ? "" : `, ${place}`}${purpose}`;
}

/** Renders bar and counts; a narrow terminal has no bar. */
function groupRow(title: string, counts: GroupCounts, { width }: FrameStyle): Row {
  const words = countWords(counts);
  const room = width - 1 - textWidth(title) - textWidth(words) - 4;
  const bar = room < shortestBar ? [] : [...progressBar(counts, Math.min(room, longestBar)), gap];
  return [{ tone: "strong", text: title }, gap, ...bar, { tone: "plain", text: words }];
}

const gap: StyledText = { tone: "plain", text: "  " };

/** Formats the counts: `4 of 12, 4 waiting, 1 failed`. */
function countWords({ total, done, active, failed, skipped }: GroupCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [active, "waiting"],
    [failed, "failed"],
    [skipped, "skipped"],
  ];
  const rest = parts.flatMap(([amount, word]) => (amount === 0 ? [] : [`, ${amount} ${word}`]));
  return `${done} of ${total}${rest.join("")}`;
}

function waitRows(progress: RunProgress, { at }: FrameStyle, room: number): readonly Row[] {
  const waits = progress.active();
  const amount = Math.min(room - 1, shownWaits);
  if (waits.length === 0 || amount < 1) {
    return [];
  }
  const shown = waits.length > amount ? waits.slice(0, Math.max(amount - 1, 1)) : waits;
  const times = shown.map((object) => formatElapsed(at - (object.since ?? at)));
  const widest = Math.max(...times.map((time) => time.length));
  const more = waits.length - shown.length;
  return [
    [{ tone: "faint", text: "waiting for" }],
    ...shown.map((object, index) => {
      const name = progress.names.nameOf(object.target.key);
      return waitRow(name, (times[index] ?? "").padStart(widest), object);
    }),
    ...(more > 0 && shown.length < amount
      ? [[{ tone: "faint", text: `  and ${count(more, "more object")}` } as const]]
      : []),
  ];
}

function waitRow(name: string, time: string, { message = "" }: ObjectProgress): Row {
  const reason = reasonFirst(message.trim().replaceAll(/\s+/g, " "));
  return [
    { tone: "note", text: `  ${time}  ` },
    { tone: "plain", text: name },
    { tone: "plain", text: reason === "" ? "" : `  ${reason}` },
  ];
}

/** Newest first, as those were visible for the shortest time. */
function failedNames({ failures, names }: RunProgress): string {
  return failures
    .toReversed()
    .map((key) => names.nameOf(key))
    .join(", ");
}

function closingRow(progress: RunProgress, { at }: FrameStyle): Row {
  const { start } = progress;
  if (start === undefined) {
    return [{ tone: "faint", text: "starting" }];
  }
  const counts = start.groups.map((group) => progress.countsOf(group.index));
  const done = counts.reduce((sum, one) => sum + one.done, 0);
  const failed = counts.reduce((sum, one) => sum + one.failed, 0);
  const groups = `${progress.finishedGroups.size} of ${count(start.groups.length, "group")}`;
  const time = formatElapsed(Math.floor((at - start.at) / 1000) * 1000);
  const objects = `${done} of ${count(start.objects.length, "object")} done`;
  return [
    { tone: "faint", text: `${time}${remainingWords(progress, at)}, ${objects}, ${groups}` },
    { tone: "error", text: failed === 0 ? "" : `, ${failed} failed: ${failedNames(progress)}` },
  ];
}

/** Every state has a character of its own, so that the bar is readable without colours. */
const signs: readonly (readonly [state: Exclude<keyof GroupCounts, "total">, sign: string, tone: Style])[] = [
  ["done", "█", "good"],
  ["failed", "×", "error"],
  ["skipped", "-", "warning"],
  ["active", "▒", "note"],
];

/**
 * Renders the objects of a group as a bar of that many columns: done, failed, skipped, under way, and the
 * rest.
 */
export function progressBar(counts: GroupCounts, columns: number): readonly StyledText[] {
  const pieces: StyledText[] = [];
  let objects = 0;
  let used = 0;
  for (const [state, sign, tone] of signs) {
    objects += counts[state];
    const end = counts.total === 0 ? 0 : Math.min(Math.floor((objects * columns) / counts.total), columns);
    pieces.push({ tone, text: sign.repeat(Math.max(end - used, 0)) });
    used = Math.max(used, end);
  }
  return [...pieces, { tone: "faint", text: "░".repeat(columns - used) }];
}
