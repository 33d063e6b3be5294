import { escapeControl } from "../terminal/escape-control.ts";

/** The number of unchanged lines shown around the changed ones. */
const context = 2;
/** The maximum number of consecutive lines shown; the rest are folded. */
const longest = 40;

/**
 * Compares two texts line by line: the part between their common beginning and their common end. Complexity:
 * O(length).
 */
export function textChange(before: string, after: string): readonly string[] {
  const marksEnd = before.endsWith("\n") !== after.endsWith("\n");
  const left = linesOf(before, marksEnd);
  const right = linesOf(after, marksEnd);
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) {
    start += 1;
  }
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) {
    end += 1;
  }
  return [
    ...signed(" ", left.slice(Math.max(start - context, 0), start)),
    ...signed("-", left.slice(start, left.length - end)),
    ...signed("+", right.slice(start, right.length - end)),
    ...signed(" ", left.slice(left.length - end, left.length - end + context)),
  ];
}

/**
 * Splits a text into lines; a final line break begins no line. If only one of the two texts lacks it, that is
 * marked.
 */
function linesOf(text: string, marksEnd: boolean): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") {
    return lines.slice(0, -1);
  }
  return marksEnd ? [...lines.slice(0, -1), `${lines.at(-1)} (no line break)`] : lines;
}

function signed(sign: string, lines: readonly string[]): readonly string[] {
  const folded = lines.length - longest;
  const shown = folded <= 1 ? lines : lines.slice(0, longest);
  const signedLines = shown.map((line) => `${sign} ${escapeControl(line)}`.trimEnd());
  return folded <= 1 ? signedLines : [...signedLines, `${sign} … and ${folded} more lines`];
}
