import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import { type MetricName, type MetricRow, metricRows } from "./metric-table.ts";

/** Labels of a series: the unit, and further labels of the metric. */
export type Labels = Readonly<Record<string, string>>;

type Metric = Counter | Gauge | Histogram;

/** The metrics of the table in a registry of their own, with those of the process if requested. */
export class MetricStore {
  readonly #registry = new Registry();
  readonly #metrics: ReadonlyMap<string, Metric>;
  /** Of units in clusters other than that of the sidecar. */
  readonly #clusters = new Map<string, string>();
  readonly contentType: string = this.#registry.contentType;

  constructor(version: string, process: boolean) {
    const registers = [this.#registry];
    const info = new Gauge({
      name: "converge_build_info",
      help: "Always 1, labeled with the version of converge.",
      labelNames: ["version"],
      registers,
    });
    info.set({ version }, 1);
    this.#metrics = new Map(
      Object.entries(metricRows).map(([name, row]) => [name, makeMetric(row, this.#registry)]),
    );
    if (process) {
      // The usual resolution of 10 ms costs more CPU time than everything else in an idle sidecar.
      collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: 100 });
      // Gauges that are named like counters; the gauges by type have their sums.
      for (const part of ["handles", "requests", "resources"]) {
        this.#registry.removeSingleMetric(`nodejs_active_${part}_total`);
      }
    }
  }

  /** Sets a gauge. */
  set(name: MetricName, labels: Labels, value: number): void {
    const metric = this.#metrics.get(name);
    if (metric instanceof Gauge) {
      metric.set(this.#labelled(labels), value);
    }
  }

  /** Increments a counter. */
  grow(name: MetricName, labels: Labels, amount = 1): void {
    const metric = this.#metrics.get(name);
    if (metric instanceof Counter) {
      metric.inc(this.#labelled(labels), amount);
    }
  }

  /** Observes a duration, in milliseconds, in a histogram of seconds. */
  time(name: MetricName, labels: Labels, milliseconds: number): void {
    const metric = this.#metrics.get(name);
    if (metric instanceof Histogram) {
      metric.observe(this.#labelled(labels), Math.max(milliseconds, 0) / 1000);
    }
  }

  /** Labels the series of a unit with its cluster from now on; undefined for that of the sidecar. */
  assign(unit: string, cluster: string | undefined): void {
    if (this.#clusters.get(unit) === cluster) {
      return;
    }
    this.drop(unit, ["gauge", "counter", "histogram"]);
    if (cluster === undefined) {
      this.#clusters.delete(unit);
    } else {
      this.#clusters.set(unit, cluster);
    }
  }

  #labelled(labels: Labels): Record<string, string> {
    const cluster = this.#clusters.get(labels["unit"] ?? "");
    return cluster === undefined ? { ...labels } : { ...labels, cluster };
  }

  /** Removes every series of a unit from metrics of the given types. */
  drop(unit: string, types: readonly MetricRow["type"][]): void {
    for (const [name, row] of Object.entries<MetricRow>(metricRows)) {
      if (row.ofUnit && types.includes(row.type)) {
        for (const labels of labelSets(unit, row)) {
          this.#metrics.get(name)?.remove(this.#labelled(labels));
        }
      }
    }
  }

  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

function makeMetric({ name, type, help, ofUnit, labels, buckets }: MetricRow, registry: Registry): Metric {
  const labelNames = [...(ofUnit ? ["unit", "cluster"] : []), ...Object.keys(labels)];
  const facts = { name, help, labelNames, registers: [registry] };
  if (type === "counter") {
    return new Counter(facts);
  }
  return type === "gauge" ? new Gauge(facts) : new Histogram({ ...facts, buckets: [...(buckets ?? [])] });
}

/** Returns every label set that a metric may have for one unit. */
function labelSets(unit: string, { labels }: MetricRow): readonly Labels[] {
  return Object.entries(labels).reduce<readonly Labels[]>(
    (sets, [label, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [label]: value }))),
    [{ unit }],
  );
}
