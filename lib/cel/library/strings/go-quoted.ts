/** How CEL and Go both escape what does not show, where they have a letter for it. */
export const letterEscapes: ReadonlyMap<string, string> = new Map([
  ["\u{7}", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

/** The text in double quotes as Go writes it (`%q`): what cannot be printed becomes an escape. */
export function goQuoted(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(
      /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
      (found) => letterEscapes.get(found) ?? codeEscape(found),
    );
  return `"${escaped}"`;
}

function codeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) {
    return `\\x${hex.padStart(2, "0")}`;
  }
  return code < 0x1_00_00 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
