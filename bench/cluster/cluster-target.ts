import { spreadOf } from "../measure.ts";
import { judged, type Target } from "../result.ts";
import type { ClusterMeasurement } from "./cluster-result.ts";
import { convergeName, kappName } from "./contender.ts";

/** A run of converge and one of the floor, one after the other, in seconds. */
export interface Pair {
  readonly converge: number;
  readonly floor: number;
}

/** What targets are measured by, besides the table. */
export interface TargetFacts {
  readonly pairs: readonly Pair[];
  /** The longest way through the graph, in seconds. */
  readonly criticalSeconds: number;
}

/** What is promised of an apply. A missed one is news, never a failed test: machines differ. */
export function clusterTargets(
  measurements: readonly ClusterMeasurement[],
  { pairs, criticalSeconds }: TargetFacts,
): readonly Target[] {
  const find = (task: string, objects: number, program: string): ClusterMeasurement | undefined =>
    measurements.find(
      (one) => one.task === task && one.objects === objects && one.program === program && one.note === null,
    );
  const unchanged = find("unchanged", 1000, convergeName);
  const kapp = find("unchanged", 1000, kappName);
  const large = [find("fresh", 10_000, convergeName), find("unchanged", 10_000, convergeName)];
  const peaks = large.map((one) => one?.peakMebibytes ?? null).filter((peak) => peak !== null);
  const graph = find("graph of pods", 200, convergeName);
  return [
    {
      name: "1,000 fresh, times the floor",
      limit: 2,
      value:
        pairs.length === 0 ? null : spreadOf(pairs.map(({ converge, floor }) => converge / floor)).median,
    },
    { name: "1,000 unchanged, times kapp", limit: 0.5, value: ratio(unchanged, kapp) },
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

function ratio(one: ClusterMeasurement | undefined, other: ClusterMeasurement | undefined): number | null {
  return one === undefined || other === undefined ? null : one.wallSeconds.median / other.wallSeconds.median;
}
