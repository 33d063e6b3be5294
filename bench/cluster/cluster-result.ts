import type { Spread } from "../measure.ts";
import type { Target } from "../result.ts";

/** What one program made of one task on a cluster. */
export interface ClusterMeasurement {
  readonly task: string;
  readonly objects: number;
  readonly program: string;
  readonly runs: number;
  readonly wallSeconds: Spread;
  readonly cpuSeconds: Spread | null;
  /** The greatest of all runs. */
  readonly peakMebibytes: number | null;
  /**
   * Requests that change something about an object of the task, by the server's own log: the most of all
   * runs.
   */
  readonly writes: number;
  /** Why there are no figures; null where all went well. */
  readonly note: string | null;
}

/** All that was measured on a cluster. */
export interface ClusterResult {
  readonly server: string;
  readonly measurements: readonly ClusterMeasurement[];
  /** Peers that were not built. */
  readonly absent: readonly string[];
  readonly targets: readonly Target[];
}
