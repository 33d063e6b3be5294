import type { Spread } from "../measure.ts";
import type { Target } from "../result.ts";

/** The figures of one program and task on a cluster. */
export interface ClusterMeasurement {
  readonly task: string;
  readonly objects: number;
  readonly program: string;
  readonly runs: number;
  readonly wallSeconds: Spread;
  readonly cpuSeconds: Spread | null;
  /** The maximum of all runs. */
  readonly peakMebibytes: number | null;
  /** Write requests for objects of the task, by the audit log: the maximum of all runs. */
  readonly writes: number;
  /** The reason for missing figures; null if all went well. */
  readonly note: string | null;
}

/** The results of the cluster benchmark. */
export interface ClusterResult {
  readonly server: string;
  readonly measurements: readonly ClusterMeasurement[];
  /** Peers that were not built. */
  readonly absent: readonly string[];
  readonly targets: readonly Target[];
}
