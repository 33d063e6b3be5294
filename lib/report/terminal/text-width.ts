// oxlint-disable-next-line no-control-regex -- the printable ASCII characters are one column each.
const ascii = /^[\u0000-\u007F]*$/;
const zeroWidth = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]$/u;
const wide =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303E\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]$/u;

/** Returns the number of terminal columns of one code point: 0, 1 or 2. */
export function characterWidth(character: string): number {
  if (ascii.test(character)) {
    return 1;
  }
  if (zeroWidth.test(character)) {
    return 0;
  }
  return wide.test(character) ? 2 : 1;
}

/** Returns the number of terminal columns of a printable text. */
export function textWidth(text: string): number {
  if (ascii.test(text)) {
    return text.length;
  }
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
  }
  return width;
}
