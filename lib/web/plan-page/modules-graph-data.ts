import type { GraphModule, ModuleGraph } from "../../modules/rules/start/module-graph.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import { boxHeight, boxWidth, layOut, type Layout } from "../graph-view/layout.ts";
import type { PageArrow, PageData, PageDiagnostic, PageLane, PageObject } from "./page-data.ts";
import { escapeControl } from "../../report/terminal/escape-control.ts";
import { type GraphDiagram, graphDiagram, neverTitle } from "../../report/modules/graph-diagram.ts";
import {
  graphSummary,
  isRequired,
  type WaitLookup,
  waitLookup,
  weightWords,
} from "../../report/modules/graph-waits.ts";

/**
 * Returns the page of a module graph. Only requirements are arrows; the other waits are facts of a module.
 * Complexity: O(n log n) in modules and requirements.
 */
export function graphPageData(graph: ModuleGraph, diagnostics: readonly Diagnostic[]): PageData {
  const diagram = graphDiagram(graph);
  const missing = diagram.missing.filter(({ isOptional }) => !isOptional);
  const arrows = pageArrows(graph, diagram);
  const laneNodes = diagram.columns.map(({ nodes }) => nodes.map(({ id }) => id));
  // Nodes are numbered without gaps: missing modules follow the present ones.
  const modules = graph.modules.size;
  const missingIds = missing.map((_, index) => modules + index);
  const layout = layOut({ lanes: missing.length === 0 ? laneNodes : [missingIds, ...laneNodes], arrows });
  const objects = [
    ...moduleObjects(graph, diagram, { layout, firstLane: missing.length === 0 ? 0 : 1 }),
    ...missing.map(({ name }, index) => missingObject(name, layout.places[modules + index])),
  ];
  return {
    title: "Start order of modules",
    summary: graphSummary(graph),
    width: layout.width,
    height: layout.height,
    boxWidth,
    boxHeight,
    lanes: lanesOf(diagram, layout, missing.length > 0),
    objects,
    arrows,
    diagnostics: pageDiagnostics(diagnostics, objects),
  };
}

function lanesOf(diagram: GraphDiagram, layout: Layout, hasMissing: boolean): readonly PageLane[] {
  const titles = diagram.columns.map(({ title }, index) =>
    title === neverTitle
      ? { title: "Never", facts: ["a loop, or a missing requirement"] }
      : { title: `Group ${String(index + 1)}`, facts: [] },
  );
  const all = hasMissing ? [{ title: "Missing", facts: ["required, and not there"] }, ...titles] : titles;
  return all.map((title, index) => ({ ...title, ...(layout.lanes[index] ?? { x: 0, width: 0 }) }));
}

function moduleObjects(
  graph: ModuleGraph,
  { columns }: GraphDiagram,
  { layout, firstLane }: { readonly layout: Layout; readonly firstLane: number },
): readonly PageObject[] {
  const render = waitLookup(graph);
  return columns.flatMap(({ nodes }, index) =>
    nodes.map(({ id, module }) => ({
      ...pageModule(module, graph, render),
      lane: firstLane + index,
      ...(layout.places[id] ?? { x: 0, y: 0 }),
    })),
  );
}

function pageModule(
  module: GraphModule,
  graph: ModuleGraph,
  render: WaitLookup,
): Omit<PageObject, "lane" | "x" | "y"> {
  const weight = weightWords(module, graph);
  const facts = [
    ...(module.version === "" ? [] : [["version", module.version] as const]),
    [
      "weight",
      weight.startsWith("(") ? `${weight}, which does not count beside requirements` : weight,
    ] as const,
    ...render(module.name).map(
      ({ on, how, why }) =>
        [how.startsWith("until") ? "waits for" : "requires", `${on} ${how} ${why}`.trimEnd()] as const,
    ),
  ];
  return {
    ref: escapeControl(module.name),
    kind: "module",
    name: escapeControl(module.name),
    place: escapeControl([`weight ${weight}`, module.version].filter((part) => part !== "").join(" · ")),
    family: familyOf(module, weight),
    badge: module.isCritical ? "critical" : "",
    facts: facts.map(([name, value]) => [name, escapeControl(value)]),
  };
}

/**
 * Maps modules to the colours of the page: critical modules, those with requirements, and the others get one
 * family each.
 */
function familyOf({ isCritical }: GraphModule, weight: string): PageObject["family"] {
  if (isCritical) {
    return "api";
  }
  return weight.startsWith("(") ? "access" : "workload";
}

function missingObject(name: string, place: { x: number; y: number } | undefined): PageObject {
  return {
    ref: escapeControl(name),
    kind: "module",
    name: escapeControl(name),
    place: "",
    family: "other",
    badge: "missing",
    lane: 0,
    ...(place ?? { x: 0, y: 0 }),
    facts: [["", "required, and not there"]],
  };
}

function pageArrows(graph: ModuleGraph, diagram: GraphDiagram): readonly PageArrow[] {
  const nodes = diagram.columns.flatMap((column) => column.nodes);
  const ids = new Map(nodes.map(({ id, module }) => [module.name, id]));
  const mandatory = diagram.missing.filter(({ isOptional }) => !isOptional);
  const missingIds = new Map(mandatory.map(({ name }, index) => [name, graph.modules.size + index]));
  return nodes.flatMap(({ id, module }) => {
    const needs = (graph.order.waits.get(module.name) ?? []).filter(isRequired);
    const lacks = (graph.missing.get(module.name) ?? []).filter(({ isOptional }) => !isOptional);
    return [
      ...needs.map(({ on, because }) =>
        pageArrow(module, on, { first: ids.get(on) ?? id, second: id, rule: because }),
      ),
      ...lacks.map((need) => {
        const first = missingIds.get(need.module) ?? id;
        return pageArrow(module, need.module, { first, second: id, rule: "dependency" });
      }),
    ];
  });
}

function pageArrow(
  { requirements, originOf }: GraphModule,
  needed: string,
  ends: Pick<PageArrow, "first" | "second" | "rule">,
): PageArrow {
  const need = requirements.modules.find(({ module }) => module === needed);
  const origin = originOf(needed);
  return {
    ...ends,
    until: "ready",
    because: escapeControl(`requirements.modules.${needed}: ${need?.constraint ?? ""}`),
    origin: origin === undefined ? "" : escapeControl(formatOrigin(origin)),
  };
}

function pageDiagnostics(
  diagnostics: readonly Diagnostic[],
  objects: readonly PageObject[],
): readonly PageDiagnostic[] {
  const numbers = new Map(objects.map(({ ref }, index) => [ref, index]));
  return diagnostics.map(({ severity, message, code, origin, ref }) => ({
    severity,
    text: escapeControl(`${message} [${code}]`),
    origin: origin === undefined ? "" : escapeControl(formatOrigin(origin)),
    object: ref === undefined ? null : (numbers.get(escapeControl(ref)) ?? null),
  }));
}
