import type { Measurement, PeerReport, Target } from "../result.ts";

/** The results of the validation benchmark. */
export interface ValidationResult {
  readonly measurements: readonly Measurement[];
  readonly peers: readonly PeerReport[];
  readonly targets: readonly Target[];
}
