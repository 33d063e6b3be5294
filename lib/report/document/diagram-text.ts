import { escapeControl } from "../terminal/escape-control.ts";

/** The statements that style all diagrams in DOT. */
export const dotStyle: readonly string[] = [
  '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=11];',
  '  edge [fontname="Helvetica", fontsize=9, color="#555555", fontcolor="#555555"];',
  '  graph [fontname="Helvetica", fontsize=12, style="rounded,filled", color="#c8ccd4", fillcolor="#f4f5f7"];',
];

/** Quotes lines as one string. Graphviz interprets backslashes and HTML entities inside quotes. */
export function quoteDot(lines: readonly string[]): string {
  const escaped = lines.map((line) =>
    escapeControl(line).replaceAll("&", "&amp;").replaceAll("\\", "\\\\").replaceAll('"', '\\"'),
  );
  return `"${escaped.join("\\n")}"`;
}

/**
 * Quotes lines as one string. Characters that Mermaid, Markdown or HTML could interpret become entity codes.
 */
export function quoteMermaid(lines: readonly string[]): string {
  const escaped = lines.map((line) =>
    escapeControl(line).replaceAll(/[^\p{L}\p{N} ,./:-]/gu, (character) => `#${character.codePointAt(0)};`),
  );
  return `"${escaped.join("<br/>")}"`;
}
