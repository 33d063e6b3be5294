import type { Spread } from "./measure.ts";

/** The figures of one program on one input. */
export interface Measurement {
  readonly input: string;
  readonly objects: number;
  readonly bytes: number;
  readonly program: string;
  readonly runs: number;
  readonly wallSeconds: Spread;
  readonly cpuSeconds: Spread | null;
  /** The maximum of all runs. */
  readonly peakMebibytes: number | null;
  /** It was stopped before its end. */
  readonly tookTooLong: boolean;
  /** The reason for missing or unreliable figures; null if all went well. */
  readonly note: string | null;
}

/** The start-up time, as a ratio that is comparable between machines. */
export interface StartMeasurement {
  readonly pairs: number;
  readonly versionSeconds: Spread;
  readonly nodeSeconds: Spread;
  /** Of the two runs of each pair. */
  readonly ratio: Spread;
}

/** Another program: its operation on the manifests, and the reason why it took no part; null if it did. */
export interface PeerReport {
  readonly program: string;
  readonly does: string;
  readonly unusable: string | null;
}

/** A target, with the measured value. */
export interface Target {
  readonly name: string;
  readonly limit: number;
  /** Null if the inputs it needs were left out of this run. */
  readonly value: number | null;
  /** Null if it was not measured. */
  readonly met: boolean | null;
}

/** A target with its verdict: the value has to be less than the limit. */
export function judged({ name, limit, value }: Omit<Target, "met">): Target {
  return { name, limit, value, met: value === null ? null : value < limit };
}

/** The whole result of the benchmark, as in its JSON. */
export interface BenchResult {
  readonly node: string;
  readonly processors: number;
  readonly memoryMebibytes: number;
  readonly peers: readonly PeerReport[];
  readonly start: StartMeasurement;
  readonly measurements: readonly Measurement[];
  readonly targets: readonly Target[];
}
