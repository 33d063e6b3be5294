/** The letter escapes that CEL and Go share for characters that are not printable. */
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

/** Quotes the text as Go does (`%q`): characters that are not printable are escaped. */
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

// oxlint-disable-next-line no-control-regex -- they are what does not show
const special = /[\u{7}-\r"\\]/gu;

/**
 * Returns the text in double quotes, with escapes for control characters that have a letter escape, double
 * quotes and backslashes.
 */
export function quote(text: string): string {
  const escaped = text.toWellFormed().replaceAll(special, (found) => letterEscapes.get(found) ?? found);
  return `"${escaped}"`;
}
