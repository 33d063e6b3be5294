import { formatDuration } from "../object/duration.ts";
import type { Plan, PlanGroup, PlannedObject, Wait } from "../plan/plan.ts";
import {
  alignColumns,
  columnWidths,
  emptyCell,
  plainCell,
  totalWidth,
  type Cell,
  type Line,
} from "./columns.ts";
import { formatGroupRange } from "./group-range.ts";
import { groupFeatures } from "./group-title.ts";
import { noteTexts } from "./note-texts.ts";
import { makePaint, type Paint, type Tone } from "./paint.ts";
import { planSummary } from "./plan-summary.ts";
import { printable } from "./printable.ts";
import { textWidth } from "./text-width.ts";
import { orderWaits } from "./wait-order.ts";

/** What the output can show. */
export interface TableStyle {
  readonly color: boolean;
  /** Columns of the terminal; undefined where the output is none. */
  readonly width: number | undefined;
}

/** How many waits of one object are shown where there are more than one above it. */
const shownWaits = 3;

/**
 * The plan as a person would write it on a whiteboard: groups from top to bottom, every object with what it
 * waits for. Stage, weight and barriers have columns only where the plan has any.
 *
 *     GROUP  OBJECT                                               TIMEOUT  WAITS FOR
 *     1      /namespaces/default/Service/wordpress-mysql          5m0s
 *            apps/namespaces/default/StatefulSet/wordpress-mysql  5m0s
 *
 *     2      apps/namespaces/default/Deployment/wordpress         5m0s     apps/namespaces/default/StatefulSet/wordpress-mysql until ready
 *
 *     3 objects in 2 groups
 *
 * Where a terminal is too narrow for that, what an object waits for stands below it. Nothing is ever cut off.
 */
export function planTable(plan: Plan, style: TableStyle): string {
  const paint = makePaint(style.color);
  if (plan.groups.length === 0) {
    return `${paint("strong", planSummary(plan))}\n`;
  }
  const wide = { plan, paint, stacked: false };
  const widths = columnWidths(layOut(wide));
  const fits = style.width === undefined || totalWidth(widths) <= style.width;
  const lines = fits ? alignColumns(layOut(wide), widths) : stackedLines({ ...wide, stacked: true });
  return `${lines.join("\n")}\n\n${paint("strong", planSummary(plan))}\n`;
}

function stackedLines(layout: Layout): readonly string[] {
  return alignColumns(layOut(layout), columnWidths(layOut(layout)));
}

interface Layout {
  readonly plan: Plan;
  readonly paint: Paint;
  /** What an object waits for stands below it instead of beside it. */
  readonly stacked: boolean;
}

/** A column about the group as a whole: what it shows on the first line of the group. */
interface GroupColumn {
  readonly title: string;
  readonly cell: (group: PlanGroup) => string;
  readonly tone: Tone;
}

function groupColumns(plan: Plan): readonly GroupColumn[] {
  const { barriers, stages, weights } = groupFeatures(plan);
  const columns: GroupColumn[] = [{ title: "GROUP", cell: (group) => String(group.index), tone: "strong" }];
  if (barriers) {
    columns.push({ title: "AFTER", cell: (group) => formatGroupRange(group.after), tone: "plain" });
  }
  if (stages) {
    columns.push({ title: "STAGE", cell: (group) => group.stage, tone: "plain" });
  }
  if (weights) {
    columns.push({ title: "WEIGHT", cell: (group) => String(group.weight ?? ""), tone: "plain" });
  }
  return columns;
}

/** The lines of the table. Made once to be measured and once to be written, so that their cells are never held all at once. */
function* layOut(layout: Layout): Generator<Line> {
  const { plan, paint, stacked } = layout;
  const columns = groupColumns(plan);
  const titles = [...columns.map((column) => column.title), "OBJECT", "TIMEOUT"];
  // A chain of single lines reads better without gaps.
  const spaced = plan.groups.some((group) => group.objects.length > 1);
  yield [...titles, ...(stacked ? [] : ["WAITS FOR"])].map((title) => tonedCell(paint, "faint", title));
  for (const [index, group] of plan.groups.entries()) {
    if (spaced && index > 0) {
      yield [];
    }
    yield* layOutGroup(group, columns, layout);
  }
}

function* layOutGroup(group: PlanGroup, columns: readonly GroupColumn[], layout: Layout): Generator<Line> {
  const blank = columns.map(() => emptyCell);
  let heading = columns.map((column) => tonedCell(layout.paint, column.tone, column.cell(group)));
  for (const object of group.objects) {
    const timeout = plainCell(formatDuration(object.timeout));
    for (const [index, line] of layOutObject(object, layout).entries()) {
      const [name = emptyCell, wait = emptyCell] = line;
      yield [...heading, name, index === 0 ? timeout : emptyCell, wait];
      heading = blank;
    }
  }
}

/** The object and what is remarkable about it to the left, what it waits for to the right (or below). */
function layOutObject(object: PlannedObject, { paint, stacked }: Layout): readonly Line[] {
  const left = [
    refCell(paint, object.manifest.key),
    ...noteTexts(object).map((note) => tonedCell(paint, "note", `  ${note}`)),
  ];
  const waits = waitCells(object.waitsFor, paint);
  if (stacked) {
    return [...left, ...waits.map((wait) => detailCell("  waits for ", wait))].map((cell) => [cell]);
  }
  return Array.from({ length: Math.max(left.length, waits.length) }, (_, index) => [
    left[index] ?? emptyCell,
    waits[index] ?? emptyCell,
  ]);
}

function waitCells(waits: readonly Wait[], paint: Paint): readonly Cell[] {
  const ordered = orderWaits(waits);
  // Folding a single one would save nothing.
  const shown = ordered.length > shownWaits + 1 ? ordered.slice(0, shownWaits) : ordered;
  const cells = shown.map((wait) => waitCell(wait, paint));
  const folded = ordered.slice(shown.length);
  if (folded.length > 0) {
    const kinds = new Set(folded.map((wait) => wait.until));
    const until = kinds.size === 1 ? ` until ${folded[0]?.until}` : "";
    cells.push(tonedCell(paint, "faint", `and ${folded.length} more${until}`));
  }
  return cells;
}

function waitCell(wait: Wait, paint: Paint): Cell {
  const ref = refCell(paint, wait.on);
  const until = tonedCell(paint, wait.until === "present" ? "faint" : "good", `until ${wait.until}`);
  const external = wait.external ? tonedCell(paint, "warning", " (external)") : emptyCell;
  return {
    shown: `${ref.shown} ${until.shown}${external.shown}`,
    width: ref.width + 1 + until.width + external.width,
  };
}

/** The written reference, its `Kind/name` standing out from the path before it. */
function refCell(paint: Paint, ref: string): Cell {
  const text = printable(ref);
  const name = text.lastIndexOf("/");
  const kind = text.lastIndexOf("/", name - 1) + 1;
  return { shown: paint("faint", text.slice(0, kind)) + text.slice(kind), width: textWidth(text) };
}

function tonedCell(paint: Paint, tone: Tone, raw: string): Cell {
  const text = printable(raw);
  return { shown: paint(tone, text), width: textWidth(text) };
}

function detailCell(prefix: string, cell: Cell): Cell {
  return { shown: prefix + cell.shown, width: prefix.length + cell.width, spans: true };
}
