import type { RestMapper } from "../../apply/model/rest-mapper.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock } from "../../async/clock.ts";
import type { Plan } from "../../plan/plan.ts";
import type { HealthRuleSources, ReadinessMode } from "../../readiness/readiness.ts";
import type { Drift } from "../sync-event.ts";
import type { Health } from "../unit/unit-state.ts";

/** The objects of a run that can drift. */
export interface TrackedSet {
  /** The plan that was run. */
  readonly plan: Plan;
  /** The keys of objects that were as they were sent when the run ended: only these can drift. */
  readonly settled: ReadonlySet<string>;
}

/** Options of the drift detector of a release, started once a run of it has ended. */
export interface DriftDetectorOptions extends TrackedSet {
  /** Its watches may be shared with those of runs. */
  readonly cluster: Cluster;
  readonly kinds: RestMapper;
  readonly clock: Clock;
  readonly readiness: ReadinessMode;
  /** Health rules read from data; the built-in table by default. */
  readonly healthRules?: HealthRuleSources | undefined;
  /** The id of the ApplySet of the release. */
  readonly id: string;
}

/** A watch over the objects that a run has applied. */
export interface DriftWatch {
  /** The current drifts, sorted by key; of objects of ours, only our fields count. */
  readonly drifts: () => readonly Drift[];
  readonly health: () => Health;
  /**
   * Reports whether a watch over the objects of another run would report no more: they are the same, all
   * are as they were sent and ready, and all could be watched.
   */
  readonly covers: (set: TrackedSet) => boolean;
  readonly close: () => void;
}

/** Called when `drifts` or `health` may have changed, at most once per turn of the event loop. */
export type DriftListener = () => void;
