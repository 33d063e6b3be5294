import type { PhaseFigures } from "./units-bench.ts";

/** Formats the figures as a Markdown table, grouped by number of units and phase. */
export function unitsTable(figures: readonly PhaseFigures[]): string {
  const rows = figures.toSorted(
    (left, right) => left.units - right.units || order(figures, left) - order(figures, right),
  );
  const head = [
    "units",
    "phase",
    "controller",
    "seconds",
    "delay p50/p99 s",
    "CPU s",
    "MiB",
    "peak MiB",
    "requests",
  ];
  return [head, head.map(() => "---"), ...rows.map(cellsOf)]
    .map((row) => `| ${row.join(" | ")} |\n`)
    .join("");
}

function order(figures: readonly PhaseFigures[], { phase }: PhaseFigures): number {
  return figures.findIndex((one) => one.phase === phase);
}

function cellsOf(one: PhaseFigures): readonly string[] {
  const { units, phase, contender, seconds, delay, cpuSeconds, mebibytes, peakMebibytes, requests } = one;
  return [
    String(units),
    phase,
    contender,
    seconds.toFixed(1),
    delay === undefined ? "" : `${delay.median.toFixed(2)}/${delay.p99.toFixed(2)}`,
    cpuSeconds.toFixed(1),
    mebibytes.toFixed(0),
    peakMebibytes.toFixed(0),
    Object.entries(requests)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(", "),
  ];
}
