import type { SourceText } from "../../object/diagnostic/source-text.ts";

/** A line of a source. */
export interface TextLine {
  /** From 1. */
  readonly line: number;
  /** The offset of its first character. */
  readonly start: number;
  /** The offset of its line feed; the end of the text if it has none. */
  readonly end: number;
}

/**
 * The line starts of a source, computed once: otherwise each search for the next line feed would scan a text
 * that has none.
 */
const known = new WeakMap<SourceText, readonly number[]>();

function lineStarts(source: SourceText): readonly number[] {
  const found = known.get(source);
  if (found !== undefined) {
    return found;
  }
  const starts = [0];
  for (let at = source.text.indexOf("\n"); at !== -1; at = source.text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  known.set(source, starts);
  return starts;
}

/**
 * The line that contains the character at an offset. The first call scans the text, later ones take O(log
 * lines).
 */
export function lineAt(source: SourceText, offset: number): TextLine {
  const starts = lineStarts(source);
  const line = Math.max(countUpTo(starts, offset), 1);
  const next = starts[line];
  return {
    line,
    start: starts[line - 1] ?? 0,
    end: next === undefined ? source.text.length : next - 1,
  };
}

/** The offset at which a line begins, by its number from 1; the end of the text if it has fewer. */
export function lineStart(source: SourceText, line: number): number {
  return lineStarts(source)[line - 1] ?? source.text.length;
}

/** Counts the ascending numbers that are at most the limit. O(log n). */
function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
