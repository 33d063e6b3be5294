import { escapeControl } from "../terminal/escape-control.ts";

/** So many lines that stay are shown around those that change. */
const context = 2;
/** Of more lines in a row the middle is folded. */
const longest = 40;

/**
 * How one text becomes another, line by line: what differs between their common beginning and end.
 * Complexity: O(length).
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

/** A line break at the end begins no line. Where only one of two texts lacks it, that is to be seen. */
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
