import type { Until } from "../../order/model/edge.ts";
import type { Plan } from "../../plan/plan.ts";
import { makeDiagram, nodeLabel, type Arrow, type Column } from "./plan-diagram.ts";
import { groupFeatures, groupTitle } from "./group-title.ts";
import { dotStyle, quoteDot } from "../document/diagram-text.ts";

const lineStyles: Readonly<Record<Until, string>> = {
  ready: "solid",
  present: "dashed",
  deleting: "dashed",
  absent: "dotted",
};

/**
 * Formats the plan in Graphviz' DOT: a cluster for each group from left to right, arrows from objects to
 * those that wait for them, solid until ready, dashed until present or deleting, dotted until absent. Draw it
 * with `dot -Tsvg`.
 */
export function planDot(plan: Plan): string {
  const { columns, outside, arrows } = makeDiagram(plan);
  const features = groupFeatures(plan);
  const lines = [
    "digraph plan {",
    "  rankdir=LR;",
    "  compound=true;",
    ...dotStyle,
    ...columns.flatMap((column) => clusterLines(column, groupTitle(column.group, features))),
    ...outside.map(
      ({ id, ref }) => `  n${id} [label=${quoteDot([ref, "external"])}, style="rounded,dashed"];`,
    ),
    ...arrows.map(arrowLine),
    ...barrierLines(columns),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function clusterLines(column: Column, title: readonly string[]): readonly string[] {
  return [
    `  subgraph cluster_${column.group.index} {`,
    `    label=${quoteDot([title.join(" · ")])};`,
    ...column.nodes.map(
      ({ id, object }) =>
        `    n${id} [label=${quoteDot(nodeLabel(object))}, tooltip=${quoteDot([object.manifest.key])}];`,
    ),
    "  }",
  ];
}

function arrowLine({ first, second, wait }: Arrow): string {
  return `  n${first} -> n${second} [label=${quoteDot([wait.rule])}, style=${lineStyles[wait.until]}];`;
}

/** A barrier joins the frames of two groups; Graphviz requires a node on either side. */
function barrierLines(columns: readonly Column[]): readonly string[] {
  return columns.flatMap(({ group, nodes }) =>
    group.after.map((index) => {
      const first = columns[index - 1]?.nodes[0]?.id ?? 0;
      const ends = `ltail=cluster_${index}, lhead=cluster_${group.index}`;
      return `  n${first} -> n${nodes[0]?.id ?? 0} [${ends}, style=bold, color="#b0b4bc"];`;
    }),
  );
}
