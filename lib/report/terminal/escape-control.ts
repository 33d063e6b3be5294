/**
 * Control characters, which a terminal could interpret, and invisible ones that reorder or break a line
 * (https://trojansource.codes). Tabs are included: to keep them, expand them first.
 */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for.
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|\p{Surrogate}/gu;

/** Printable ASCII, which covers nearly every text, needs no further check. */
const harmless = /^[ -~]*$/;

/** Escapes everything that a terminal might interpret or hide, as in `\x1b` and `\u202e`. */
export function escapeControl(text: string): string {
  return harmless.test(text) ? text : text.replace(unprintable, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
