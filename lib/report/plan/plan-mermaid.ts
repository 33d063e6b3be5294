import type { Until } from "../../order/model/edge.ts";
import type { Plan } from "../../plan/plan.ts";
import { makeDiagram, nodeLabel, type Column } from "./plan-diagram.ts";
import { groupFeatures, groupTitle } from "./group-title.ts";
import { quoteMermaid } from "../document/diagram-text.ts";

const arrowStyles: Readonly<Record<Until, string>> = {
  ready: "-->",
  present: "-.->",
  deleting: "-.->",
  absent: "==>",
};

/**
 * Formats the plan as a Mermaid flowchart, which GitHub and GitLab draw in Markdown: a subgraph for each
 * group from left to right, arrows from objects to those that wait for them, solid until ready, dotted until
 * present or deleting, thick until absent.
 */
export function planMermaid(plan: Plan): string {
  const { columns, outside, arrows } = makeDiagram(plan);
  const features = groupFeatures(plan);
  const lines = [
    "flowchart LR",
    ...columns.flatMap((column) => subgraphLines(column, groupTitle(column.group, features))),
    ...outside.map(({ id, ref }) => `  n${id}([${quoteMermaid([ref, "external"])}])`),
    ...arrows.map(
      ({ first, second, wait }) =>
        `  n${first} ${arrowStyles[wait.until]}|${quoteMermaid([wait.rule])}| n${second}`,
    ),
    ...columns.flatMap(({ group }) => group.after.map((index) => `  g${index} --> g${group.index}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function subgraphLines(column: Column, title: readonly string[]): readonly string[] {
  return [
    `  subgraph g${column.group.index}[${quoteMermaid([title.join(", ")])}]`,
    ...column.nodes.map(({ id, object }) => `    n${id}[${quoteMermaid(nodeLabel(object))}]`),
    "  end",
  ];
}
