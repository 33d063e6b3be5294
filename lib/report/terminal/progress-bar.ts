import type { Style } from "./terminal-color.ts";
import type { StyledText } from "./truncate-row.ts";
import type { GroupCounts } from "../run/run-progress.ts";

/** Every state has a character of its own, so that the bar is readable without colours. */
const signs: readonly (readonly [state: Exclude<keyof GroupCounts, "total">, sign: string, tone: Style])[] = [
  ["done", "█", "good"],
  ["failed", "×", "error"],
  ["skipped", "-", "warning"],
  ["active", "▒", "note"],
];

/**
 * Renders the objects of a group as a bar of that many columns: done, failed, skipped, under way, and the
 * rest.
 */
export function progressBar(counts: GroupCounts, columns: number): readonly StyledText[] {
  const pieces: StyledText[] = [];
  let objects = 0;
  let used = 0;
  for (const [state, sign, tone] of signs) {
    objects += counts[state];
    const end = counts.total === 0 ? 0 : Math.min(Math.floor((objects * columns) / counts.total), columns);
    pieces.push({ tone, text: sign.repeat(Math.max(end - used, 0)) });
    used = Math.max(used, end);
  }
  return [...pieces, { tone: "faint", text: "░".repeat(columns - used) }];
}
