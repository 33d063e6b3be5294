import type { Measurement, PeerReport, Target } from "../result.ts";

/** All that was measured of validation. */
export interface ValidationResult {
  readonly measurements: readonly Measurement[];
  readonly peers: readonly PeerReport[];
  readonly targets: readonly Target[];
}
