import { spreadOf } from "../measure.ts";
import { judged, type Target } from "../result.ts";
import type { ClusterMeasurement } from "./cluster-result.ts";
import { convergeName } from "./contender.ts";

/** A run of converge and one of another program in the same round, in seconds. */
export interface Pair {
  readonly converge: number;
  readonly other: number;
}

/** The figures besides the table that targets depend on. */
export interface TargetFacts {
  /** Fresh runs. */
  readonly withFloor: readonly Pair[];
  /** Unchanged runs. */
  readonly withKapp: readonly Pair[];
  /** The critical path of the graph, in seconds. */
  readonly criticalSeconds: number;
}

/** The targets of apply. A missed one is reported, never a failed test: machines differ. */
export function clusterTargets(
  measurements: readonly ClusterMeasurement[],
  { withFloor, withKapp, criticalSeconds }: TargetFacts,
): readonly Target[] {
  const find = (task: string, objects: number, program: string): ClusterMeasurement | undefined =>
    measurements.find(
      (one) => one.task === task && one.objects === objects && one.program === program && one.note === null,
    );
  const unchanged = find("unchanged", 1000, convergeName);
  const large = [find("fresh", 10_000, convergeName), find("unchanged", 10_000, convergeName)];
  const peaks = large.map((one) => one?.peakMebibytes ?? null).filter((peak) => peak !== null);
  const graph = find("graph of pods", 200, convergeName);
  return [
    { name: "1,000 fresh, times the floor", limit: 2, value: ratio(withFloor) },
    { name: "1,000 unchanged, times kapp", limit: 0.5, value: ratio(withKapp) },
    { name: "1,000 unchanged, writes", limit: 1, value: unchanged?.writes ?? null },
    {
      name: "10,000 objects, MiB at the peak",
      limit: 300,
      value: peaks.length < 2 ? null : Math.max(...peaks),
    },
    {
      name: "a graph of 200 pods, times its critical path",
      limit: 1.1,
      value: graph === undefined ? null : graph.wallSeconds.median / criticalSeconds,
    },
  ].map(judged);
}

/** The median of the ratios; null if there are none. */
function ratio(pairs: readonly Pair[]): number | null {
  return pairs.length === 0 ? null : spreadOf(pairs.map(({ converge, other }) => converge / other)).median;
}
