import type { Target } from "../result.ts";

/** One thing that was measured of a sidecar. */
export interface SyncFigure {
  /** `steady state`, `push`, `drift`, `restart`. */
  readonly part: string;
  readonly name: string;
  readonly value: number;
  /** `s`, `%`, `MiB`; empty for a count. */
  readonly unit: string;
  /** What else there is to say of it: which requests they were. */
  readonly note: string;
}

/** All that was measured of a sidecar. */
export interface SyncResult {
  readonly server: string;
  readonly objects: number;
  readonly units: number;
  /**
   * How many programs wanted the processors while it was measured, as the system tells it over a minute: one
   * on a quiet machine.
   */
  readonly load: number;
  readonly figures: readonly SyncFigure[];
  readonly targets: readonly Target[];
}
