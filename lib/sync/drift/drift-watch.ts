import type { RestMapper } from "../../apply/model/rest-mapper.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { IgnoredDifference } from "../../inventory/ignored-differences.ts";
import type { Clock } from "../../async/clock.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ReadinessMode } from "../../readiness/readiness.ts";
import type { Drift } from "../sync-event.ts";
import type { Health } from "../unit/unit-state.ts";

/** What a release is watched for once a run of it has ended. */
export interface DriftDetectorOptions {
  /** Its watches may be shared with those of runs. */
  readonly cluster: Cluster;
  readonly kinds: RestMapper;
  readonly clock: Clock;
  readonly readiness: ReadinessMode;
  /** The plan that was run. */
  readonly plan: Plan;
  /** The id of the ApplySet of the release. */
  readonly id: string;
  /** The keys of objects that stood as they were sent when the run ended: only these can drift. */
  readonly settled: ReadonlySet<string>;
  /** What the user leaves to the cluster. */
  readonly ignored: readonly IgnoredDifference[];
}

/** A watch over what a run has made. */
export interface DriftWatch {
  /** What is not as it was made at the moment, by key; of objects of ours, fields of ours alone. */
  readonly drifts: () => readonly Drift[];
  readonly health: () => Health;
  readonly close: () => void;
}

/**
 * What it tells: that `drifts` or `health` may give something else than before. Told at most once a turn of
 * the loop.
 */
export type DriftListener = () => void;
