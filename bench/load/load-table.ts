import type { LoadFigures } from "./load-bench.ts";

/** Formats the figures as a Markdown table, with the ratio of the time to that of an undisturbed run. */
export function loadTable(figures: readonly LoadFigures[]): string {
  const head = [
    "objects",
    "waves",
    "disturbance",
    "seconds",
    "× undisturbed",
    "added",
    "requests",
    "writes alone",
  ];
  const rows = figures.map((one) => {
    const base = figures.find(
      ({ objects, waves, disturbance }) =>
        disturbance === "none" && objects === one.objects && waves === one.waves,
    );
    const before = base?.seconds.median ?? Number.NaN;
    return [
      String(one.objects),
      String(one.waves),
      one.disturbance,
      `${one.seconds.median.toFixed(2)} (${one.seconds.max.toFixed(2)})`,
      (one.seconds.median / before).toFixed(2),
      (one.seconds.median - before).toFixed(2),
      String(one.requests),
      String(one.lonely),
    ];
  });
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}
