import type { Spread } from "../measure.ts";
import type { Target } from "../result.ts";

/** An action on a release. */
export type ChartTask = "install" | "upgrade" | "delete";

/** The figures of one action on one chart, for converge and for Helm. */
export interface ChartMeasurement {
  readonly chart: string;
  readonly task: ChartTask;
  readonly rounds: number;
  readonly convergeSeconds: Spread;
  readonly helmSeconds: Spread;
  /** Medians of user and system time together, including child processes. */
  readonly convergeCpuSeconds: number;
  readonly helmCpuSeconds: number;
  /** The median of the ratios of both in the same round. */
  readonly ratio: number;
}

/** The results of the charts benchmark. */
export interface ChartsResult {
  readonly server: string;
  readonly measurements: readonly ChartMeasurement[];
  /** The geometric mean of the ratios of each action. */
  readonly means: Readonly<Record<ChartTask, number>>;
  readonly targets: readonly Target[];
}
