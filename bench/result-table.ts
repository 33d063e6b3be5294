import type { ChartMeasurement, ChartsResult } from "./charts/charts-result.ts";
import type { ClusterMeasurement, ClusterResult } from "./cluster/cluster-result.ts";
import type { Spread } from "./measure.ts";
import type { BenchResult, Measurement, PeerReport, StartMeasurement, Target } from "./result.ts";
import type { ModulesResult } from "./modules.ts";
import type { RenderingMeasurement, RenderingResult } from "./rendering/rendering-result.ts";
import type { SyncFigure, SyncResult } from "./sync/sync-result.ts";
import type { ValidationResult } from "./validation/validation-result.ts";

const figureColumns = ["OBJECTS", "MB", "PROGRAM", "WALL s (min–max)", "CPU s", "PEAK MiB"];
const thousands = new Intl.NumberFormat("en-US");

/** The result as text: one line per program and input, then the targets. */
export function resultTable(result: BenchResult): string {
  const rows = result.measurements.map(measurementRow);
  const header = ["INPUT", ...figureColumns];
  return [
    `Node ${result.node}, ${result.processors} cores, ${thousands.format(result.memoryMebibytes)} MiB`,
    "",
    ...alignRows([header, ...rows]),
    "",
    ...result.peers.map(peerLine),
    "",
    startLine(result.start),
    "",
    ...targetRows(result.targets),
    "",
  ].join("\n");
}

/** The same for validation. */
export function validationTable({ measurements, peers, targets }: ValidationResult): string {
  const header = ["VALIDATION", ...figureColumns];
  return [
    ...alignRows([header, ...measurements.map(measurementRow)]),
    "",
    ...peers.map(({ program, does, unusable }) => `${program}: ${unusable ?? does}`),
    "",
    ...targetRows(targets),
    "",
  ].join("\n");
}

/** The same for a cluster. */
export function clusterTable({ server, measurements, absent, targets }: ClusterResult): string {
  const header = [
    "ON A CLUSTER",
    "OBJECTS",
    "PROGRAM",
    "RUNS",
    "WALL s (min–max)",
    "CPU s",
    "PEAK MiB",
    "WRITES",
  ];
  return [
    server,
    "",
    ...alignRows([header, ...measurements.map(clusterRow)]),
    "",
    ...(absent.length === 0 ? [] : [`left out: ${absent.join(", ")}; make bench-peers builds them`, ""]),
    ...targetRows(targets),
    "",
  ].join("\n");
}

/** The same for charts compared with Helm. */
export function chartsTable({ server, measurements, means, targets }: ChartsResult): string {
  const header = ["CHART", "TASK", "ROUNDS", "CONVERGE s", "HELM --wait s", "RATIO", "CPU s", "HELM CPU s"];
  const meanRows = Object.entries(means).map(([task, mean]) => [
    "geometric mean",
    task,
    "",
    "",
    "",
    figure(mean, 2),
  ]);
  return [
    server,
    "",
    ...alignRows([header, ...measurements.map(chartRow), ...meanRows]),
    "",
    ...targetRows(targets),
    "",
  ].join("\n");
}

/** The same for renderers. */
export function renderingTable({ machine, measurements, targets }: RenderingResult): string {
  const header = ["RENDERED", "ROUNDS", "WARM s", "converge plan s", "OTHER PROGRAM s", ""];
  return [
    machine,
    "",
    ...alignRows([header, ...measurements.map(renderingRow)]),
    "",
    ...targetRows(targets),
    "",
  ].join("\n");
}

/** The same for a sidecar. */
export function syncTable({ server, objects, units, load, figures, targets }: SyncResult): string {
  return [
    `${server}, ${thousands.format(objects)} objects in ${units} units, load ${load.toFixed(1)}`,
    "",
    ...alignRows([["A SIDECAR", "FIGURE", "MEASURED", ""], ...figures.map(syncRow)]),
    "",
    ...targetRows(targets),
    "",
  ].join("\n");
}

/** The figures of the rules of modules, and whether their targets are met. */
export function modulesTable({
  modules,
  releases,
  settleSeconds,
  againSeconds,
  targets,
}: ModulesResult): string {
  return [
    `${thousands.format(releases)} releases of ${modules} modules`,
    "",
    ...alignRows([
      ["RULES OF MODULES", "SECONDS"],
      ["next actions of all", spread(settleSeconds)],
      ["once more, without news", spread(againSeconds)],
    ]),
    "",
    ...targetRows(targets),
    "",
  ].join("\n");
}

function syncRow({ part, name, value, unit, note }: SyncFigure): readonly string[] {
  return [part, name, unit === "" ? thousands.format(value) : `${figure(value, 2)} ${unit}`, note];
}

function clusterRow(one: ClusterMeasurement): readonly string[] {
  const place = [one.task, thousands.format(one.objects), one.program, String(one.runs)];
  const { wallSeconds, cpuSeconds, peakMebibytes, writes, note } = one;
  const figures = [spread(wallSeconds), figure(cpuSeconds?.median, 2), figure(peakMebibytes, 0)];
  return note === null ? [...place, ...figures, thousands.format(writes)] : [...place, note];
}

function chartRow(one: ChartMeasurement): readonly string[] {
  const { chart, task, rounds, convergeSeconds, helmSeconds, ratio } = one;
  const cpu = [figure(one.convergeCpuSeconds, 2), figure(one.helmCpuSeconds, 2)];
  return [
    chart,
    task,
    String(rounds),
    spread(convergeSeconds),
    spread(helmSeconds),
    figure(ratio, 2),
    ...cpu,
  ];
}

function renderingRow(one: RenderingMeasurement): readonly string[] {
  const { input, rounds, warmSeconds, planSeconds, programSeconds, program } = one;
  const figures = [warmSeconds, planSeconds, programSeconds].map(spread);
  return [input, String(rounds), ...figures, program];
}

function targetRows(targets: readonly Target[]): readonly string[] {
  return alignRows([["TARGET", "LIMIT", "MEASURED", ""], ...targets.map(targetRow)]);
}

function measurementRow(one: Measurement): readonly string[] {
  const place = [one.input, thousands.format(one.objects), (one.bytes / 1e6).toFixed(1), one.program];
  return one.note === null
    ? [...place, spread(one.wallSeconds), figure(one.cpuSeconds?.median, 2), figure(one.peakMebibytes, 0)]
    : [...place, one.note];
}

function peerLine({ program, does, unusable }: PeerReport): string {
  return unusable === null ? `${program} ${does}; it does not plan` : `${program}: ${unusable}`;
}

function startLine({ pairs, ratio, versionSeconds, nodeSeconds }: StartMeasurement): string {
  const [version, node] = [versionSeconds, nodeSeconds].map(({ median }) => Math.round(median * 1000));
  return `converge version ${version} ms, node -e 0 ${node} ms: ratio ${spread(ratio)} over ${pairs} pairs`;
}

function targetRow(target: Target): readonly string[] {
  const verdict = target.met === true ? "met" : "missed";
  return [
    target.name,
    `< ${target.limit}`,
    figure(target.value, 2),
    target.met === null ? "not measured" : verdict,
  ];
}

function spread({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

function figure(value: number | null | undefined, digits: number): string {
  return value === null || value === undefined ? "–" : value.toFixed(digits);
}

function alignRows(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    // The last cell of a row needs no padding.
    Math.max(...rows.map((row) => (column === row.length - 1 ? 0 : (row[column] ?? "").length))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
