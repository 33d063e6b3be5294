import type { ObjectEffect, SetComparison } from "../../compare/set-comparison.ts";
import { parseRef } from "../../object/object-ref.ts";
import { quoteMermaid } from "../document/diagram-text.ts";

/** Larger graphs cannot be read in a comment. */
const mostObjects = 30;
const mostArrows = 60;

const styles: Readonly<Record<ObjectEffect, string>> = {
  added: "stroke:#1a7f37,stroke-width:2px",
  changed: "stroke:#0969da,stroke-width:2px",
  recreated: "stroke:#bc4c00,stroke-width:3px",
  refused: "stroke:#bc4c00,stroke-width:3px,stroke-dasharray:4",
  pruned: "stroke:#cf222e,stroke-width:2px,stroke-dasharray:4",
  kept: "stroke:#6e7781,stroke-dasharray:4",
  left: "stroke:#6e7781,stroke-dasharray:4",
};

/**
 * Formats what changes as a Mermaid flowchart, with arrows from objects to those that wait for them;
 * undefined if there is too little or too much for a graph.
 */
export function comparisonMermaid({ objects, arrows }: SetComparison): readonly string[] | undefined {
  if (objects.length < 2 || objects.length > mostObjects || arrows.length > mostArrows) {
    return undefined;
  }
  const ids = new Map(objects.map(({ key }, index) => [key, `n${index}`]));
  const used = new Set(objects.map(({ effect }) => effect));
  return [
    "flowchart LR",
    ...objects.map(
      ({ key, effect }) => `  ${ids.get(key) ?? ""}[${quoteMermaid(labelOf(key, effect))}]:::${effect}`,
    ),
    ...arrows.map(
      ({ key, on, until }) =>
        `  ${ids.get(on) ?? ""} ${until === "present" ? "-.->" : "-->"} ${ids.get(key) ?? ""}`,
    ),
    ...[...used].map((effect) => `  classDef ${effect} ${styles[effect]}`),
  ];
}

function labelOf(key: string, effect: ObjectEffect): readonly string[] {
  const ref = parseRef(key);
  return [...(ref === undefined ? [key] : [ref.kind, ref.name]), effect];
}
