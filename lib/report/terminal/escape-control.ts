/**
 * Control characters, which could speak to a terminal, and invisible ones that reorder or break a line
 * (https://trojansource.codes). The tabulator is among them: whoever wants it kept expands it first.
 */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for.
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|\p{Surrogate}/gu;

/** Printable ASCII, which is nearly every text, needs no closer look. */
const harmless = /^[ -~]*$/;

/** The text with everything a terminal might obey or hide written out, as in `\x1b` and `\u202e`. */
export function escapeControl(text: string): string {
  return harmless.test(text) ? text : text.replace(unprintable, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
