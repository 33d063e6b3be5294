import type { ModuleGraph } from "../../modules/rules/start/module-graph.ts";
import { dotStyle, quoteDot } from "../document/diagram-text.ts";
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
    ...dotStyle,
    ...columns.flatMap((column, index) => clusterLines(column, index + 1, graph)),
    ...missing.map(({ id, name, isOptional }) => {
      const look = isOptional ? "" : ', color="#c81e1e", fontcolor="#c81e1e"';
      return `  n${id} [label=${quoteDot([name, isOptional ? "absent" : "missing"])}, style="rounded,dashed"${look}];`;
    }),
    ...gates.map(
      ({ id, label }) => `  n${id} [label=${quoteDot([label])}, shape=plaintext, style="", fontsize=9];`,
    ),
    ...arrows.map(arrowLine),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function clusterLines(column: GraphColumn, index: number, graph: ModuleGraph): readonly string[] {
  return [
    `  subgraph cluster_${index} {`,
    `    label=${quoteDot([column.title])};`,
    ...column.nodes.map(({ id, module }) => {
      const look = module.isCritical ? ", penwidth=2" : "";
      return `    n${id} [label=${quoteDot(moduleLabel(module, graph))}${look}];`;
    }),
    "  }",
  ];
}

function arrowLine({ first, second, until, label }: GraphArrow): string {
  const words = label === "" ? "" : `label=${quoteDot([label])}, `;
  return `  n${first} -> n${second} [${words}style=${lineStyles[until]}];`;
}
