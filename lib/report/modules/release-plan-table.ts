import type { ModulesPlan, PlannedPlatform } from "../../modules/rules/plan/plan-modules.ts";
import type { NextRelease, PlannedModule, PlannedRelease } from "../../modules/rules/plan/planned-module.ts";
import {
  alignColumns,
  columnWidths,
  emptyCell,
  type Line,
  totalWidth,
  tonedCell,
} from "../terminal/columns.ts";
import { makePaint, type Colorize, type Style } from "../terminal/terminal-color.ts";

/** The output style of the table. */
export interface ReleasePlanStyle {
  readonly color: boolean;
  /** Columns of the terminal; undefined for no limit. */
  readonly width: number | undefined;
}

/**
 * Formats the releases of each module with their phase changes; below, the release that is deployed next, for
 * modules and the platform.
 *
 *     MODULE  RELEASE      VERSION  PHASE                  WHY
 *     demo    demo-1.67.5  v1.67.5  Deployed → Superseded  another release was deployed after it
 *             demo-1.68.4  v1.68.4  Pending → Deployed     it is the version that runs
 *
 *     demo: v1.68.4 is deployed next: it comes next after v1.67.5
 *     platform: v1.74.0 waits: no module that is on is against it
 */
export function releasePlanTable(plan: ModulesPlan, { color, width }: ReleasePlanStyle): string {
  const { modules } = plan;
  const paint = makePaint(color);
  const platform = plan.platform.flatMap((release) => platformLines(release, paint));
  if (modules.length === 0) {
    return `${[paint("strong", "no releases"), ...platform].join("\n")}\n`;
  }
  const titles = ["MODULE", "RELEASE", "VERSION", "PHASE", "WHY"];
  const lines = [
    titles.map((title) => tonedCell(paint, "faint", title)),
    ...modules.flatMap((module) => moduleLines(module, paint)),
  ];
  const widths = columnWidths(lines);
  const isWide = width === undefined || totalWidth(widths) <= width;
  const body = isWide ? alignColumns(lines, widths) : modules.flatMap((module) => moduleList(module, paint));
  const ends = [...modules.map((module) => nextLine(module, paint)), ...platform];
  return `${[...body, "", ...ends].join("\n")}\n`;
}

function moduleLines({ module, releases }: PlannedModule, paint: Colorize): readonly Line[] {
  return releases.map((release, index) => [
    index === 0 ? tonedCell(paint, "strong", module) : emptyCell,
    tonedCell(paint, "plain", release.name),
    tonedCell(paint, "plain", release.version),
    tonedCell(paint, toneOf(release), phaseText(release)),
    tonedCell(paint, "plain", whyText(release)),
  ]);
}

/** Formats a module for a terminal that is too narrow for columns. */
function moduleList({ module, releases }: PlannedModule, paint: Colorize): readonly string[] {
  return [
    tonedCell(paint, "strong", module).shown,
    ...releases.flatMap((release) => [
      `  ${tonedCell(paint, "plain", `${release.name} ${release.version}`).shown} ${paint(toneOf(release), phaseText(release))}`,
      `    ${tonedCell(paint, "plain", whyText(release)).shown}`,
    ]),
  ];
}

function phaseText({ before, between, after }: PlannedRelease): string {
  const phases = [before === "" ? "new" : before, ...(between === undefined ? [] : [between]), after];
  return before === after ? after : phases.join(" → ");
}

function toneOf({ before, after }: PlannedRelease): Style {
  if (before === after) {
    return after === "Deployed" ? "good" : "faint";
  }
  return after === "Deployed" ? "good" : "note";
}

function whyText({ message, why }: PlannedRelease): string {
  return oneLine(message === "" ? why : message);
}

function nextLine({ module, off, next }: PlannedModule, paint: Colorize): string {
  const name = tonedCell(paint, "strong", module).shown;
  const state = off === undefined ? [] : [`off: ${oneLine(off)}`];
  const step = next === undefined ? [] : [nextText(next)];
  const text = [...state, ...step].join("; ") || "nothing left to deploy";
  return `${name}: ${tonedCell(paint, "plain", text).shown}`;
}

function nextText({ version, deploys, why, alternatives }: NextRelease): string {
  const versions = [version, ...alternatives].join(" or ");
  return `${versions} ${deploys ? "is deployed next" : "waits"}: ${oneLine(why)}`;
}

function platformLines({ phase, version, message }: PlannedPlatform, paint: Colorize): readonly string[] {
  const why = message === "" ? "no enabled module prevents it" : oneLine(message);
  return phase === "Pending"
    ? [`${paint("strong", "platform")}: ${tonedCell(paint, "plain", `${version} waits: ${why}`).shown}`]
    : [];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}
