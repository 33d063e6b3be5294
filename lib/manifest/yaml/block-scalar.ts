import { endOfLine, seekContent, skipSpaces, type Scanner } from "./scanner.ts";

interface Header {
  readonly folded: boolean;
  readonly chomp: "clip" | "strip" | "keep";
  /** The indentation set by the header, relative to the parent's; 0 if it sets none. */
  readonly indent: number;
  /** The offset of the first line. */
  readonly start: number;
}

const header = /([|>])(?:([-+])([1-9])?|([1-9])([-+])?)?(?: *| +#[^\n]*)\r?(?:\n|$)/y;

/** Reads a literal (`|`) or folded (`>`) scalar; `parent` is the column of the enclosing collection. */
export function readBlockScalar(scan: Scanner, parent: number): string | undefined {
  scan.valueStart = scan.at;
  const head = readHeader(scan);
  if (head === undefined) {
    return undefined;
  }
  const indent = head.indent > 0 ? Math.max(parent, 0) + head.indent : detectIndent(scan, head.start, parent);
  if (indent === undefined) {
    return undefined;
  }
  scan.valueEnd = head.start;
  const block = readLines(scan, head.start, indent);
  if (block === undefined) {
    return undefined;
  }
  const body = head.folded ? fold(block.lines) : block.lines.join("\n");
  const clipped = head.chomp === "strip" || block.lines.length === 0 ? body : `${body}\n`;
  return head.chomp === "keep" ? clipped + "\n".repeat(block.trailing) : clipped;
}

const chomps = { "-": "strip", "+": "keep" } as const;

function readHeader(scan: Scanner): Header | undefined {
  header.lastIndex = scan.at;
  const match = header.exec(scan.text);
  if (match === null) {
    return undefined;
  }
  const sign = match[2] ?? match[5];
  const start = Math.min(header.lastIndex, scan.end);
  return {
    folded: match[1] === ">",
    chomp: sign === "-" || sign === "+" ? chomps[sign] : "clip",
    indent: Number(match[3] ?? match[4] ?? 0),
    start,
  };
}

/**
 * The column of the first line with content; undefined if a blank line above it is longer, or there is a tab.
 */
function detectIndent(scan: Scanner, start: number, parent: number): number | undefined {
  const { text, end } = scan;
  let widest = 0;
  for (let lineStart = start; lineStart < end; lineStart = endOfLine(scan, lineStart) + 1) {
    const at = skipSpaces(text, lineStart);
    const column = at - lineStart;
    if (!isBlankFrom(text, at)) {
      const shallow = column <= parent;
      const doubtful = text.charCodeAt(at) === 0x09 || (widest > column && !shallow);
      return doubtful ? undefined : Math.max(shallow ? widest : column, parent + 1, 1);
    }
    widest = Math.max(widest, column);
  }
  return Math.max(widest, parent + 1, 1);
}

/** Reports whether the rest of a line is blank. */
function isBlankFrom(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x0a || Number.isNaN(code) || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a);
}

interface BlockLines {
  readonly lines: readonly string[];
  /** The number of blank lines after the last one. */
  readonly trailing: number;
}

/** The lines of the scalar without their indentation. Moves to the next content after them. */
function readLines(scan: Scanner, start: number, indent: number): BlockLines | undefined {
  const { text, end } = scan;
  const lines: string[] = [];
  let blanks = 0;
  let lineStart = start;
  while (lineStart < end) {
    const at = skipSpaces(text, lineStart);
    const lineEnd = endOfLine(scan, at);
    const deep = at - lineStart >= indent;
    const blank = isBlankFrom(text, at);
    if (blank && at - lineStart <= indent) {
      blanks += 1;
    } else if (deep) {
      for (; blanks > 0; blanks -= 1) {
        lines.push("");
      }
      const contentEnd = text.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd;
      lines.push(text.slice(lineStart + indent, contentEnd));
      scan.valueEnd = contentEnd;
    } else if (text.charCodeAt(at) === 0x09) {
      return undefined;
    } else {
      break;
    }
    lineStart = lineEnd + 1;
  }
  seekContent(scan, lineStart);
  return { lines, trailing: blanks };
}

/** Joins lines by spaces, except empty and more deeply indented ones, which keep their line breaks. */
function fold(lines: readonly string[]): string {
  let folded = "";
  let pending = "";
  let deeperBefore = false;
  let begun = false;
  for (const line of lines) {
    if (line === "") {
      pending += "\n";
      continue;
    }
    const deeper = line.startsWith(" ") || line.startsWith("\t");
    if (begun) {
      const joined = pending === "" ? " " : "";
      folded += deeper || deeperBefore ? "\n" : joined;
    }
    folded += pending + line;
    pending = "";
    deeperBefore = deeper;
    begun = true;
  }
  return folded;
}
