import type { ModulesPlan, NextRelease, PlannedModule, PlannedRelease } from "../../module/plan-modules.ts";
import { alignColumns, columnWidths, emptyCell, type Line, totalWidth } from "../columns.ts";
import { makePaint, type Paint, type Tone } from "../paint.ts";
import { tonedCell } from "../toned-cell.ts";

/** How a table is drawn. */
export interface ReleasePlanStyle {
  readonly color: boolean;
  /** Of the terminal; undefined for as wide as it gets. */
  readonly width: number | undefined;
}

/**
 * The releases of each module with what becomes of them, and below what goes next.
 *
 *     MODULE  RELEASE      VERSION  PHASE                  WHY
 *     demo    demo-1.67.5  v1.67.5  Deployed → Superseded  another release was deployed after it
 *             demo-1.68.4  v1.68.4  Pending → Deployed     it is the version that runs
 *
 *     demo: v1.68.4 is deployed next: it comes next after v1.67.5
 */
export function releasePlanTable({ modules }: ModulesPlan, { color, width }: ReleasePlanStyle): string {
  const paint = makePaint(color);
  if (modules.length === 0) {
    return `${paint("strong", "no releases")}\n`;
  }
  const titles = ["MODULE", "RELEASE", "VERSION", "PHASE", "WHY"];
  const lines = [
    titles.map((title) => tonedCell(paint, "faint", title)),
    ...modules.flatMap((module) => moduleLines(module, paint)),
  ];
  const widths = columnWidths(lines);
  const isWide = width === undefined || totalWidth(widths) <= width;
  const body = isWide ? alignColumns(lines, widths) : modules.flatMap((module) => moduleList(module, paint));
  return `${[...body, "", ...modules.map((module) => nextLine(module, paint))].join("\n")}\n`;
}

function moduleLines({ module, releases }: PlannedModule, paint: Paint): readonly Line[] {
  return releases.map((release, index) => [
    index === 0 ? tonedCell(paint, "strong", module) : emptyCell,
    tonedCell(paint, "plain", release.name),
    tonedCell(paint, "plain", release.version),
    tonedCell(paint, toneOf(release), phaseText(release)),
    tonedCell(paint, "plain", whyText(release)),
  ]);
}

/** For a terminal that is too narrow for columns. */
function moduleList({ module, releases }: PlannedModule, paint: Paint): readonly string[] {
  return [
    tonedCell(paint, "strong", module).shown,
    ...releases.flatMap((release) => [
      `  ${tonedCell(paint, "plain", `${release.name} ${release.version}`).shown} ${paint(toneOf(release), phaseText(release))}`,
      `    ${tonedCell(paint, "plain", whyText(release)).shown}`,
    ]),
  ];
}

function phaseText({ before, after }: PlannedRelease): string {
  return before === after ? after : `${before === "" ? "new" : before} → ${after}`;
}

function toneOf({ before, after }: PlannedRelease): Tone {
  if (before === after) {
    return after === "Deployed" ? "good" : "faint";
  }
  return after === "Deployed" ? "good" : "note";
}

function whyText({ message, why }: PlannedRelease): string {
  return (message === "" ? why : message).replaceAll(/\s*\n\s*/g, " ");
}

function nextLine({ module, next }: PlannedModule, paint: Paint): string {
  const name = tonedCell(paint, "strong", module).shown;
  return `${name}: ${next === undefined ? "nothing is left to go" : nextText(next, paint)}`;
}

function nextText({ version, deploys, why }: NextRelease, paint: Paint): string {
  const verb = deploys ? "is deployed next" : "waits";
  return tonedCell(paint, "plain", `${version} ${verb}: ${why.replaceAll(/\s*\n\s*/g, " ")}`).shown;
}
