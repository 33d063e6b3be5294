/**
 * `make bench-dashboard`: measures the dashboard of `converge sync` in a headless Chromium, with a thousand
 * units and a run of ten thousand objects, and prints a table. `--units`, `--objects`, `--rounds`.
 */
import { parseArgs } from "node:util";

import { benchDashboard } from "./dashboard/dashboard-bench.ts";
import { dashboardTable } from "./dashboard/dashboard-table.ts";

const { values } = parseArgs({
  options: {
    units: { type: "string", default: "1000" },
    objects: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
  },
});

const figures = await benchDashboard({
  units: Number(values.units),
  objects: Number(values.objects),
  rounds: Number(values.rounds),
  say: (line) => void process.stderr.write(`${line}\n`),
});
process.stdout.write(dashboardTable(figures));
