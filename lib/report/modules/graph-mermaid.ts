import type { ModuleGraph } from "../../modules/rules/start/module-graph.ts";
import { quoteMermaid } from "../document/diagram-text.ts";
import { type GraphArrow, type GraphColumn, graphDiagram, moduleLabel } from "./graph-diagram.ts";

const arrowStyles: Readonly<Record<GraphArrow["until"], string>> = {
  ready: "-->",
  ended: "-.->",
  none: "-.-",
};

/**
 * Formats the graph as a Mermaid flowchart, which GitHub and GitLab draw in Markdown: a subgraph for each
 * group from left to right, arrows from modules to those that wait for them, solid until ready, dotted until
 * ended; a dotted line without a head if there is no wait.
 */
export function graphMermaid(graph: ModuleGraph): string {
  const { columns, missing, gates, arrows } = graphDiagram(graph);
  const lines = [
    "flowchart LR",
    ...columns.flatMap((column, index) => subgraphLines(column, index + 1, graph)),
    ...missing.map(
      ({ id, name, isOptional }) => `  n${id}([${quoteMermaid([name, isOptional ? "absent" : "missing"])}])`,
    ),
    ...gates.map(({ id, label }) => `  n${id}((${quoteMermaid([label])}))`),
    ...arrows.map(arrowLine),
  ];
  return `${lines.join("\n")}\n`;
}

function subgraphLines(column: GraphColumn, index: number, graph: ModuleGraph): readonly string[] {
  return [
    `  subgraph g${index}[${quoteMermaid([column.title])}]`,
    ...column.nodes.map(({ id, module }) => `    n${id}[${quoteMermaid(moduleLabel(module, graph))}]`),
    "  end",
  ];
}

function arrowLine({ first, second, until, label }: GraphArrow): string {
  const words = label === "" ? "" : `|${quoteMermaid([label])}|`;
  return `  n${first} ${arrowStyles[until]}${words} n${second}`;
}
