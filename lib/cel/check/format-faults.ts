import type { ExpressionFault } from "../model/expression.ts";

const maxShown = 100;
const maxLineBytes = 16_384;

/**
 * Formats the faults of an expression as the API server prints them, sorted by position: each with its line
 * and column from 1, counted in characters, and below it the source line and a mark under the position. After
 * a hundred it only states how many more there are.
 *
 *     ERROR: <input>:1:6: undeclared reference to 'b' (in container '')
 *      | a && b
 *      | .....^
 */
export function formatFaults(text: string, faults: readonly ExpressionFault[]): string {
  const shown = faults.slice(0, maxShown).toSorted((left, right) => left.offset - right.offset);
  const texts = shown.map((fault) => formatFault(text, fault));
  const left = faults.length - shown.length;
  return [...texts, ...(left > 0 ? [`${left} more errors were truncated`] : [])].join("\n");
}

function formatFault(text: string, { offset, message }: ExpressionFault): string {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", start);
  const snippet = text.slice(start, end === -1 ? undefined : end).replaceAll("\t", " ");
  const before = Array.from(text.slice(start, offset));
  const line = text.slice(0, start).split("\n").length;
  const head = `ERROR: <input>:${line}:${before.length + 1}: ${message}`;
  if (text === "" || new TextEncoder().encode(snippet).length > maxLineBytes) {
    return head;
  }
  const marks = before.map((character) => (isWide(character) ? "．" : "."));
  const [at = ""] = snippet.slice(offset - start);
  return `${head}\n | ${snippet}\n | ${marks.join("")}${isWide(at) ? "＾" : "^"}`;
}

/** Reports whether it is outside of ASCII: such a character is marked with a wide dot. */
function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f;
}
