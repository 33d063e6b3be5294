import type { ParseError } from "../text/parsed-document.ts";

/**
 * Characters that kubectl refuses or reads differently anywhere: control characters, and line breaks other
 * than LF and CRLF.
 */
const odd =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\r(?!\n)|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/;

/** Reports whether the text has a character that only `checkText` can judge. */
export function hasOddCharacter(text: string): boolean {
  return odd.test(text);
}

/**
 * The fault that makes the text of a document unreadable before its structure is parsed; undefined if there
 * is none.
 */
export function checkText(text: string, base: number): ParseError | undefined {
  const character = odd.exec(text);
  if (character !== null) {
    const start = base + character.index;
    return { code: "YamlSyntax", message: oddMessage(character[0]), start, end: start + 1 };
  }
  const content = skipTrivia(text, 0, text.length);
  if (text.startsWith("%", content) && (content === 0 || text.charAt(content - 1) === "\n")) {
    const start = base + content;
    const message = "Kubernetes does not support YAML directives (lines that begin with %): remove the line";
    return { code: "YamlSyntax", message, start, end: start + 1 };
  }
  return undefined;
}

function oddMessage(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const name = `U+${code}`;
  if (character === "\r") {
    return "a carriage return inside a line: end lines with LF or CRLF";
  }
  return /[\u0085\u2028\u2029]/.test(character)
    ? `kubectl reads the character ${name} as a line break: write it as "\\u${code}" in double quotes`
    : `the character ${name} is not allowed in YAML: remove it, or write it as "\\u${code}" in double quotes`;
}

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
