import { formatDuration } from "../../object/duration.ts";
import type { Forecast } from "../../plan/forecast.ts";
import type { Plan, PlanGroup, PlannedObject } from "../../plan/plan.ts";
import {
  alignColumns,
  columnWidths,
  emptyCell,
  type Line,
  plainCell,
  totalWidth,
  nameCell,
  tonedCell,
} from "../terminal/columns.ts";
import { forecastText } from "./forecast-text.ts";
import { groupFeatures, noteTexts, formatGroupRange } from "./group-title.ts";
import { makePaint, type Colorize, type Style } from "../terminal/terminal-color.ts";
import { planList, planSummary } from "./plan-list.ts";
import { joinWords } from "../terminal/fit-width.ts";
import { withNamespace } from "../../object/object-name.ts";
import { namePlan, type PlanNames } from "./plan-names.ts";
import { timeoutClause, usualTimeout, waitWords } from "./wait-text.ts";

/** The output style of the table. */
export interface TableStyle {
  readonly color: boolean;
  /** Columns of the terminal; undefined if the output is not a terminal. */
  readonly width: number | undefined;
  /** The expected course of the plan, if anything is known about it. */
  readonly forecast?: Forecast | undefined;
}

/**
 * Formats the plan as a person would write it on a whiteboard: groups from top to bottom, every object with
 * what it waits for. Stage, weight, barriers, namespaces and timeouts have columns only if they differ within
 * the plan.
 *
 *     GROUP  OBJECT                       WAITS FOR
 *     1      Service/wordpress-mysql
 *            StatefulSet/wordpress-mysql
 *
 *     2      Deployment/wordpress         StatefulSet/wordpress-mysql until ready
 *
 *     namespace default: 3 objects in 2 groups, each may take 5m0s
 *
 * If the terminal is too narrow for the table, it becomes a list. Nothing is ever cut off.
 */
export function planTable(plan: Plan, style: TableStyle): string {
  const paint = makePaint(style.color);
  return `${tableText(plan, style, paint)}${timeText(plan, style, paint)}`;
}

/** Formats the size of the plan, and its expected time. */
export function planSize(plan: Plan, style: TableStyle): string {
  return `${planSummary(plan)}\n${timeText(plan, style, makePaint(style.color))}`;
}

function timeText(plan: Plan, { forecast, width }: TableStyle, paint: Colorize): string {
  return forecast === undefined ? "" : forecastText(forecast, plan, { paint, width });
}

function tableText(plan: Plan, style: TableStyle, paint: Colorize): string {
  if (plan.groups.length === 0) {
    return `${paint("strong", planSummary(plan))}\n`;
  }
  const usual = usualTimeout(plan);
  const names = namePlan(plan);
  const layout = { plan, paint, names, timeouts: !usual.everywhere };
  const widths = columnWidths(layOut(layout));
  if (style.width !== undefined && totalWidth(widths) > style.width) {
    return planList(plan, { paint, width: style.width });
  }
  const lines = alignColumns(layOut(layout), widths);
  const summary = `${planSummary(plan)}${usual.everywhere ? timeoutClause(plan, usual) : ""}`;
  const closing = withNamespace(summary, names.namespace);
  return `${lines.join("\n")}\n\n${paint("strong", closing)}\n`;
}

interface Layout {
  readonly plan: Plan;
  readonly paint: Colorize;
  readonly names: PlanNames;
  /** Whether there is a column of timeouts. */
  readonly timeouts: boolean;
}

/** A column about the group as a whole, filled on the first line of the group. */
interface GroupColumn {
  readonly title: string;
  readonly cell: (group: PlanGroup) => string;
  readonly tone: Style;
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

/**
 * Generates the lines of the table, once for measuring and once for writing, so that their cells are never
 * all in memory at once.
 */
function* layOut(layout: Layout): Generator<Line> {
  const { plan, paint, names, timeouts } = layout;
  const columns = groupColumns(plan);
  const titles = [
    ...columns.map((column) => column.title),
    ...(names.spansNamespaces ? ["NAMESPACE"] : []),
    "OBJECT",
    ...(timeouts ? ["TIMEOUT"] : []),
    "WAITS FOR",
  ];
  // A chain of single lines reads better without gaps.
  const spaced = plan.groups.some((group) => group.objects.length > 1);
  yield titles.map((title) => tonedCell(paint, "faint", title));
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
    for (const line of layOutObject(object, layout)) {
      yield [...heading, ...line];
      heading = blank;
    }
  }
}

/** Puts the object and the notes about its position on the left, its waits on the right. */
function layOutObject(object: PlannedObject, { paint, names, timeouts }: Layout): readonly Line[] {
  const { manifest, waitsFor } = object;
  const { namespace } = manifest.ref;
  const nameOf = (key: string): string => names.nameBeside(object, key);
  const left = [
    nameCell(paint, nameOf(manifest.key)),
    ...noteTexts(object, nameOf).map((note) => tonedCell(paint, "note", `  ${note}`)),
  ];
  const { shown, folded } = waitWords(waitsFor, { paint, nameOf });
  const waits = [...shown, ...(folded.length === 0 ? [] : [folded])].map(joinWords);
  const place = tonedCell(paint, "plain", namespace);
  const timeout = plainCell(formatDuration(object.timeout));
  return Array.from({ length: Math.max(left.length, waits.length) }, (_, index) => [
    ...(names.spansNamespaces ? [index === 0 ? place : emptyCell] : []),
    left[index] ?? emptyCell,
    ...(timeouts ? [index === 0 ? timeout : emptyCell] : []),
    waits[index] ?? emptyCell,
  ]);
}
