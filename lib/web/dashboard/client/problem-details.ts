import type { ObjectView } from "../run-view.ts";
import { node, type VNode } from "./virtual-dom.ts";

/** Renders the diagnosis of a stuck object: its pods, events, logs, and what blocks its deletion. */
export function troubleParts({ trouble, logs }: Pick<ObjectView, "trouble" | "logs">): readonly VNode[] {
  return [
    ...linesTree("Pods", trouble?.pods ?? []),
    ...linesTree("Blocked by", trouble?.blockers ?? []),
    ...linesTree("Events", trouble?.events ?? []),
    ...(trouble?.logs ?? []).flatMap(({ pod, container, lines }) =>
      linesTree(`Log of ${pod} ${container}`, lines),
    ),
    ...linesTree("Log", logs ?? []),
  ];
}

/** Renders lines verbatim; nothing if there are none. */
export function linesTree(title: string, lines: readonly string[]): readonly VNode[] {
  if (lines.length === 0) {
    return [];
  }
  return [
    node("h3", { key: title }, title),
    node("pre.lines", { key: `${title} lines`, tabindex: 0, "aria-label": title }, lines.join("\n")),
  ];
}
