import type { Spread } from "../measure.ts";
import type { Target } from "../result.ts";

/** A part of the life of a release. */
export type ChartTask = "install" | "upgrade" | "delete";

/** What one task of one chart took, by converge and by Helm. */
export interface ChartMeasurement {
  readonly chart: string;
  readonly task: ChartTask;
  readonly rounds: number;
  readonly convergeSeconds: Spread;
  readonly helmSeconds: Spread;
  /** Medians of user and system time together, child processes included. */
  readonly convergeCpuSeconds: number;
  readonly helmCpuSeconds: number;
  /** The median of the ratios of both in the same round. */
  readonly ratio: number;
}

/** All that was measured of charts. */
export interface ChartsResult {
  readonly server: string;
  readonly measurements: readonly ChartMeasurement[];
  /** The geometric mean of the ratios of each task. */
  readonly means: Readonly<Record<ChartTask, number>>;
  readonly targets: readonly Target[];
}
