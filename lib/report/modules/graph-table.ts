import type { ModuleGraph } from "../../modules/rules/start/module-graph.ts";
import { neverStarted } from "../../modules/rules/start/module-graph.ts";
import {
  alignColumns,
  type Cell,
  columnWidths,
  emptyCell,
  type Line,
  totalWidth,
  tonedCell,
  tonedWords,
} from "../terminal/columns.ts";
import { makePaint, type Colorize } from "../terminal/terminal-color.ts";
import { wrapWords, joinWords } from "../terminal/fit-width.ts";
import { type GraphWait, graphSummary, type WaitLookup, waitLookup, weightWords } from "./graph-waits.ts";

/** The output style of the table. */
export interface GraphStyle {
  readonly color: boolean;
  /** Columns of the terminal; undefined if the output is not a terminal. */
  readonly width: number | undefined;
}

/**
 * Formats the groups from top to bottom, every module with what it waits for and why. Modules that never
 * start come last, in no group.
 *
 *     GROUP  MODULE      WEIGHT       WAITS FOR
 *     1      cni         10 critical
 *
 *     2      dns         20           cni until ready (critical)
 *            prometheus  (300)        operator >= 1.2 missing
 *
 * If the terminal is too narrow for the table, it becomes a list. Nothing is ever cut off.
 */
export function graphTable(graph: ModuleGraph, style: GraphStyle): string {
  const paint = makePaint(style.color);
  const layout: Layout = { graph, paint, render: waitLookup(graph), hasVersions: hasVersions(graph) };
  const lines = [...layOut(layout)];
  const widths = columnWidths(lines);
  const summary = graphSummary(graph);
  if (style.width !== undefined && totalWidth(widths) > style.width) {
    const closing = wrapWords(tonedWords(paint, "strong", summary), { indent: 0, width: style.width });
    return `${[...listLines(layout, style.width), ...closing].join("\n")}\n`;
  }
  return `${alignColumns(lines, widths).join("\n")}\n\n${paint("strong", summary)}\n`;
}

function hasVersions({ modules }: ModuleGraph): boolean {
  return [...modules.values()].some(({ version }) => version !== "");
}

interface Layout {
  readonly graph: ModuleGraph;
  readonly paint: Colorize;
  readonly render: WaitLookup;
  readonly hasVersions: boolean;
}

interface Section {
  readonly title: string;
  readonly names: readonly string[];
}

/** Returns the groups by number, then the modules that never start. */
function sectionsOf(graph: ModuleGraph): readonly Section[] {
  const stuck = neverStarted(graph);
  return [
    ...graph.order.groups.map((names, index) => ({ title: String(index + 1), names })),
    ...(stuck.length === 0 ? [] : [{ title: "never", names: stuck }]),
  ];
}

function* layOut(layout: Layout): Generator<Line> {
  const { paint, graph } = layout;
  const titles = ["GROUP", "MODULE", ...(layout.hasVersions ? ["VERSION"] : []), "WEIGHT", "WAITS FOR"];
  yield titles.map((title) => tonedCell(paint, "faint", title));
  const sections = sectionsOf(graph);
  // A chain of single lines reads better without gaps.
  const spaced = sections.some(({ names }) => names.length > 1);
  for (const [index, { title, names }] of sections.entries()) {
    if (spaced && index > 0) {
      yield [];
    }
    let heading = tonedCell(paint, title === "never" ? "error" : "strong", title);
    for (const name of names) {
      for (const line of moduleLines(name, layout)) {
        yield [heading, ...line];
        heading = emptyCell;
      }
    }
  }
}

function moduleLines(name: string, { graph, paint, render, ...layout }: Layout): readonly Line[] {
  const module = graph.modules.get(name);
  const waits = render(name).map((wait) => joinWords(waitWords(wait, paint)));
  const own = [
    tonedCell(paint, "plain", name),
    ...(layout.hasVersions ? [tonedCell(paint, "plain", module?.version ?? "")] : []),
    tonedCell(paint, "plain", module === undefined ? "" : weightWords(module, graph)),
  ];
  const blank = own.map(() => emptyCell);
  return Array.from({ length: Math.max(1, waits.length) }, (_, index) => [
    ...(index === 0 ? own : blank),
    waits[index] ?? emptyCell,
  ]);
}

function waitWords({ on, how, why, tone }: GraphWait, paint: Colorize): readonly Cell[] {
  return [
    tonedCell(paint, "plain", on),
    ...tonedWords(paint, tone, how),
    ...(why === "" ? [] : tonedWords(paint, "faint", why)),
  ];
}

function listLines({ graph, paint, render }: Layout, width: number): readonly string[] {
  return sectionsOf(graph).flatMap(({ title, names }) => {
    const heading = title === "never" ? paint("error", "in no group") : paint("strong", `group ${title}`);
    return [heading, ...names.flatMap((name) => listModule(name, { graph, paint, render, width })), ""];
  });
}

function listModule(
  name: string,
  { graph, paint, render, width }: Pick<Layout, "graph" | "paint" | "render"> & { readonly width: number },
): readonly string[] {
  const module = graph.modules.get(name);
  const version = module?.version ?? "";
  const facts = [
    ...(version === "" ? [] : [version]),
    ...(module === undefined ? [] : [`weight ${weightWords(module, graph)}`]),
  ];
  const title = [tonedCell(paint, "plain", name), ...tonedWords(paint, "faint", facts.join(", "))];
  return [
    ...wrapWords(title, { indent: 2, width }),
    ...render(name).flatMap((wait) =>
      wrapWords(
        [...tonedWords(paint, "plain", `${leadOf(wait)} ${wait.on}`), ...waitWords(wait, paint).slice(1)],
        {
          indent: 4,
          width,
        },
      ),
    ),
  ];
}

function leadOf({ how }: GraphWait): string {
  return how.startsWith("until") ? "waits for" : "requires";
}
