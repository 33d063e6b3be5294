import type { ModuleGraph } from "../../modules/rules/start/module-graph.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { type GraphArrow, type GraphColumn, graphDiagram, moduleLabel } from "./graph-diagram.ts";

const lineStyles: Readonly<Record<GraphArrow["until"], string>> = {
  ready: "solid",
  ended: "dashed",
  none: "dotted",
};

/**
 * Formats the graph in Graphviz' DOT: a cluster for each group from left to right, arrows from modules to
 * those that wait for them, solid until ready, dashed until ended, dotted without a wait. Draw it with `dot
 * -Tsvg`.
 */
export function graphDot(graph: ModuleGraph): string {
  const { columns, missing, gates, arrows } = graphDiagram(graph);
  const lines = [
    "digraph modules {",
    "  rankdir=LR;",
    '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=11];',
    '  edge [fontname="Helvetica", fontsize=9, color="#555555", fontcolor="#555555"];',
    '  graph [fontname="Helvetica", fontsize=12, style="rounded,filled", color="#c8ccd4", fillcolor="#f4f5f7"];',
    ...columns.flatMap((column, index) => clusterLines(column, index + 1, graph)),
    ...missing.map(({ id, name, isOptional }) => {
      const look = isOptional ? "" : ', color="#c81e1e", fontcolor="#c81e1e"';
      return `  n${id} [label=${quote([name, isOptional ? "absent" : "missing"])}, style="rounded,dashed"${look}];`;
    }),
    ...gates.map(
      ({ id, label }) => `  n${id} [label=${quote([label])}, shape=plaintext, style="", fontsize=9];`,
    ),
    ...arrows.map(arrowLine),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function clusterLines(column: GraphColumn, index: number, graph: ModuleGraph): readonly string[] {
  return [
    `  subgraph cluster_${index} {`,
    `    label=${quote([column.title])};`,
    ...column.nodes.map(({ id, module }) => {
      const look = module.isCritical ? ", penwidth=2" : "";
      return `    n${id} [label=${quote(moduleLabel(module, graph))}${look}];`;
    }),
    "  }",
  ];
}

function arrowLine({ first, second, until, label }: GraphArrow): string {
  const words = label === "" ? "" : `label=${quote([label])}, `;
  return `  n${first} -> n${second} [${words}style=${lineStyles[until]}];`;
}

/** Quotes lines as one string. Graphviz interprets backslashes and HTML entities inside quotes. */
function quote(lines: readonly string[]): string {
  const escaped = lines.map((line) =>
    escapeControl(line).replaceAll("&", "&amp;").replaceAll("\\", "\\\\").replaceAll('"', '\\"'),
  );
  return `"${escaped.join("\\n")}"`;
}
