import type { SetFigures } from "./sets-bench.ts";

/** Formats the figures of sets as a Markdown table, grouped by number of objects and phase. */
export function setsTable(figures: readonly SetFigures[]): string {
  const head = ["objects", "phase", "program", "seconds", "CPU s", "peak MiB", "writes"];
  const order = (one: SetFigures): number => figures.findIndex(({ phase }) => phase === one.phase);
  const rows = figures
    .toSorted((left, right) => left.objects - right.objects || order(left) - order(right))
    .map(({ objects, phase, program, seconds, cpuSeconds, peakMebibytes, writes, failure }) => [
      String(objects),
      phase,
      program,
      failure ?? seconds.toFixed(2),
      cpuSeconds?.toFixed(2) ?? "",
      peakMebibytes?.toFixed(0) ?? "",
      String(writes),
    ]);
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}
