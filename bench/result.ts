import type { Spread } from "./measure.ts";

/** What one program made of one input. */
export interface Measurement {
  readonly input: string;
  readonly objects: number;
  readonly bytes: number;
  readonly program: string;
  readonly runs: number;
  readonly wallSeconds: Spread;
  readonly cpuSeconds: Spread | null;
  /** The greatest of all runs. */
  readonly peakMebibytes: number | null;
  /** It was stopped before its end. */
  readonly tookTooLong: boolean;
  /** Why there are no figures, or why they are not to be trusted; null where all went well. */
  readonly note: string | null;
}

/** How long it takes to start, as a ratio that holds on any machine. */
export interface StartMeasurement {
  readonly pairs: number;
  readonly versionSeconds: Spread;
  readonly nodeSeconds: Spread;
  /** Of the two runs of each pair. */
  readonly ratio: Spread;
}

/** Another program: what it does with the manifests, and why it took no part; null where it did. */
export interface PeerReport {
  readonly program: string;
  readonly does: string;
  readonly unusable: string | null;
}

/** What is promised, beside what was measured. */
export interface Target {
  readonly name: string;
  readonly limit: number;
  /** Null where the inputs it needs were left out of this run. */
  readonly value: number | null;
  /** Null where it was not measured. */
  readonly met: boolean | null;
}

/** A promise with its verdict: the value has to be less than the limit. */
export function judged({ name, limit, value }: Omit<Target, "met">): Target {
  return { name, limit, value, met: value === null ? null : value < limit };
}

/** All of a run of the bench: what its JSON holds. */
export interface BenchResult {
  readonly node: string;
  readonly processors: number;
  readonly memoryMebibytes: number;
  readonly peers: readonly PeerReport[];
  readonly start: StartMeasurement;
  readonly measurements: readonly Measurement[];
  readonly targets: readonly Target[];
}
