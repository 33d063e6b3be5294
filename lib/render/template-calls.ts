/** A function that a template calls, with its position. */
export interface TemplateCall {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Matches inside `{{` and `}}`, in this order: comments, strings, the end, and words that are not fields or
 * variables. An unclosed one extends to the end of the text: nothing is read twice.
 */
const parts = /\/\*(?:[\s\S]*?\*\/|[\s\S]*)|"(?:[^"\\\n]|\\.)*"?|`[^`]*`?|\}\}|(?<![\w.$])[A-Za-z]\w*/g;

/**
 * Returns the words of a Go template that may be functions: those inside `{{ }}`, without comments, strings,
 * fields and variables. A text without a template has none. Complexity: linear in the text.
 */
export function templateCalls(text: string): readonly TemplateCall[] {
  const calls: TemplateCall[] = [];
  const place = { line: 1, start: 0, end: lineEnd(text, 0) };
  let at = text.indexOf("{{");
  while (at !== -1) {
    parts.lastIndex = at + 2;
    let part = parts.exec(text);
    while (part !== null && part[0] !== "}}") {
      const [word] = part;
      if (/^[A-Za-z]/.test(word)) {
        moveTo(part.index, { text, place });
        calls.push({ name: word, line: place.line, column: part.index - place.start + 1 });
      }
      part = parts.exec(text);
    }
    at = part === null ? -1 : text.indexOf("{{", parts.lastIndex);
  }
  return calls;
}

interface Cursor {
  readonly text: string;
  /** A line, the index of its first character, and that of its end. */
  readonly place: { line: number; start: number; end: number };
}

/** Advances to the line of an index. */
function moveTo(index: number, { text, place }: Cursor): void {
  while (place.end < index) {
    place.line += 1;
    place.start = place.end + 1;
    place.end = lineEnd(text, place.start);
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
