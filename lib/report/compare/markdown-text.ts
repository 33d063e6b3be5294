/**
 * Text from manifests inside of Markdown: neither a code span nor a code block can be left, and in both no
 * HTML, no mention of a person and no reference to an issue takes effect.
 */
import { escapeControl } from "../terminal/escape-control.ts";

/** Formats a text as a code span, on one line. */
export function codeSpan(text: string): string {
  const shown = escapeControl(text);
  const fence = "`".repeat(longestRun(shown) + 1);
  const pad = shown === "" || /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Formats lines as a fenced code block. */
export function codeBlock(lines: readonly string[], language: string): string {
  const shown = lines.map(escapeControl);
  const fence = "`".repeat(Math.max(3, longestRun(shown.join("\n")) + 1));
  return [`${fence}${language}`, ...shown, fence].join("\n");
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "@": "&#64;",
  "#": "&#35;",
  "`": "&#96;",
};

/** Formats a text as HTML code, for the summary of `<details>`. */
export function codeElement(text: string): string {
  return `<code>${escapeControl(text).replaceAll(/[&<>"@#`]/g, (sign) => entities[sign] ?? "")}</code>`;
}

/** Formats a part that is folded until a reader opens it. `summary` is HTML. */
export function foldedPart(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
