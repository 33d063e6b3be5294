const hash = 0x23;
const lineFeed = 0x0a;

/** White space that may precede the content of a line: space, tab, carriage return, byte order mark. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0xfeff;
}

/**
 * The offset of the first character between two offsets that is neither white space nor comment; `end` if
 * there is none.
 */
export function skipTrivia(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === hash) {
      const found = text.indexOf("\n", at);
      at = found === -1 ? end : found;
    } else if (code === lineFeed || isBlank(code)) {
      at += 1;
    } else {
      return at;
    }
  }
  return end;
}
