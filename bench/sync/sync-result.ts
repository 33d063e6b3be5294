import type { Target } from "../result.ts";

/** One figure of a sidecar. */
export interface SyncFigure {
  /** `steady state`, `push`, `drift`, `restart`. */
  readonly part: string;
  readonly name: string;
  readonly value: number;
  /** `s`, `%`, `MiB`; empty for a count. */
  readonly unit: string;
  /** Further details: the requests. */
  readonly note: string;
}

/** The results of the sidecar benchmark. */
export interface SyncResult {
  readonly server: string;
  readonly objects: number;
  readonly units: number;
  /** The load average over a minute during the measurement: one on an otherwise idle machine. */
  readonly load: number;
  readonly figures: readonly SyncFigure[];
  readonly targets: readonly Target[];
}
