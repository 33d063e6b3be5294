import type { Spread } from "../measure.ts";
import type { ViewFigures } from "./dashboard-bench.ts";

/** Formats the figures as a Markdown table: medians, with the largest value in parentheses. */
export function dashboardTable(figures: readonly ViewFigures[]): string {
  const head = ["view", "first paint ms", "event to screen ms", "JS heap MiB", "after collection MiB"];
  return [head, head.map(() => "---"), ...figures.map(cellsOf)]
    .map((row) => `| ${row.join(" | ")} |\n`)
    .join("");
}

function cellsOf({ view, firstPaint, eventToScreen, peakHeap, liveHeap }: ViewFigures): readonly string[] {
  return [view, spreadText(firstPaint), spreadText(eventToScreen), peakHeap.toFixed(0), liveHeap.toFixed(0)];
}

function spreadText({ median, max }: Spread): string {
  return `${median.toFixed(0)} (${max.toFixed(0)})`;
}
