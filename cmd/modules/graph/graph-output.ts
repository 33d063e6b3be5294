import type { ModuleGraph } from "../../../lib/modules/rules/start/module-graph.ts";
import type { Diagnostic } from "../../../lib/object/diagnostic/diagnostic.ts";
import type { GraphStyle } from "../../../lib/report/modules/graph-table.ts";

/** The output formats of a graph of modules. */
export const graphFormats = ["table", "json", "dot", "mermaid", "html"] as const;
export type GraphFormat = (typeof graphFormats)[number];

/** A graph with its diagnostics. */
export interface ShownGraph {
  readonly graph: ModuleGraph;
  readonly diagnostics: readonly Diagnostic[];
}

type Writer = (shown: ShownGraph, style: GraphStyle) => Promise<string>;

/** Writers are loaded on demand. */
const writers: Readonly<Record<GraphFormat, Writer>> = {
  table: async ({ graph }, style) =>
    (await import("../../../lib/report/modules/graph-table.ts")).graphTable(graph, style),
  json: async ({ graph, diagnostics }) =>
    (await import("../../../lib/report/modules/graph-json.ts")).graphJson(graph, diagnostics),
  dot: async ({ graph }) => (await import("../../../lib/report/modules/graph-dot.ts")).graphDot(graph),
  mermaid: async ({ graph }) =>
    (await import("../../../lib/report/modules/graph-mermaid.ts")).graphMermaid(graph),
  html: async ({ graph, diagnostics }) =>
    (await import("../../../lib/web/plan-page/modules-graph-html.ts")).graphHtml(graph, diagnostics),
};

/** Formats the graph for output. */
export function formatGraph(shown: ShownGraph, format: GraphFormat, style: GraphStyle): Promise<string> {
  return writers[format](shown, style);
}
