import { type Change, changes } from "../../apply/model/event.ts";
import { phases, runReasons } from "../../sync/unit/unit-state.ts";

/** A metric: its name, its help, and all values of its labels other than the name of a unit. */
export interface MetricRow {
  readonly name: string;
  readonly type: "gauge" | "counter" | "histogram";
  /** One sentence without a line break. */
  readonly help: string;
  /** Whether it has a label `unit`, whose values are bounded by the configuration. */
  readonly ofUnit: boolean;
  /**
   * Further labels with all their values. Names of objects are never labels, as their number is unbounded.
   */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

/** All verdicts of a run. */
export const verdicts = ["converged", "failed", "refused", "timedOut", "unreachable", "interrupted"] as const;

/** All states of an object of a unit. */
export const objectStates = ["ready", "progressing", "suspended", "failed", "missing"] as const;

/** Changes that count as writes: all except unchanged. */
export const writeChanges: readonly Change[] = changes.filter((change) => change !== "unchanged");

/** All ways in which an object may fail in a run. */
export const objectFailures = ["write", "reconcile", "timeout"] as const;

const levels = ["note", "warning", "error"] as const;
const none = {};

function row(
  type: MetricRow["type"],
  name: string,
  rest: Pick<MetricRow, "help"> & Partial<Pick<MetricRow, "labels" | "buckets" | "ofUnit">>,
): MetricRow {
  return { name: `converge_${name}`, type, ofUnit: true, labels: none, ...rest };
}

const runBuckets = [0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1800];
const waitBuckets = [0.5, 1, 5, 10, 30, 60, 120, 300, 600];
const lookBuckets = [0.05, 0.1, 0.5, 1, 5, 30, 120];

/** The keys of the metrics in this code base. */
export type MetricName =
  | "unitReady"
  | "unitPhase"
  | "phaseStart"
  | "lastReady"
  | "upToDate"
  | "sourceUp"
  | "failures"
  | "blocked"
  | "objects"
  | "fights"
  | "runs"
  | "runDuration"
  | "writes"
  | "objectFailures"
  | "reconcileWait"
  | "retries"
  | "drifts"
  | "corrections"
  | "fightsBegun"
  | "looks"
  | "lookFailures"
  | "notices"
  | "members"
  | "keptUnits";

/**
 * All metrics, named by the conventions of Prometheus (https://prometheus.io/docs/practices/naming): base
 * units, `_total` suffix on counters.
 */
export const metricRows: Readonly<Record<MetricName, MetricRow>> = {
  unitReady: row("gauge", "unit_ready", {
    help: "1 if the cluster matches git, else 0. Only for units assigned to this replica.",
  }),
  unitPhase: row("gauge", "unit_phase", {
    help: "1 for the current phase of the unit, 0 for all others.",
    labels: { phase: phases },
  }),
  phaseStart: row("gauge", "unit_phase_start_timestamp_seconds", {
    help: "Start of the current phase, in seconds since 1970.",
  }),
  lastReady: row("gauge", "unit_last_ready_timestamp_seconds", {
    help: "When the cluster last matched git, in seconds since 1970; 0 if never.",
  }),
  upToDate: row("gauge", "unit_up_to_date", {
    help: "1 if the last completely applied commit is the one that git had at the last poll, or it waits.",
  }),
  sourceUp: row("gauge", "unit_source_up", { help: "1 if git was reachable at the last poll, else 0." }),
  failures: row("gauge", "unit_consecutive_failures", { help: "Number of consecutive failed runs." }),
  blocked: row("gauge", "unit_blocked_by_units", { help: "Number of units that it waits for." }),
  objects: row("gauge", "unit_objects", {
    help: "Objects of the unit by their current state.",
    labels: { state: objectStates },
  }),
  fights: row("gauge", "unit_fights", {
    help: "Objects that others keep changing back, so that corrections pause.",
  }),
  runs: row("counter", "runs_total", {
    help: "Finished runs by reason and verdict.",
    labels: { reason: runReasons, verdict: verdicts },
  }),
  runDuration: row("histogram", "run_duration_seconds", {
    help: "Duration of runs.",
    buckets: runBuckets,
  }),
  writes: row("counter", "writes_total", {
    help: "Objects changed by runs, by kind of change.",
    labels: { change: writeChanges },
  }),
  objectFailures: row("counter", "object_failures_total", {
    help: "Objects that could not be written, failed afterwards, or were not ready in time.",
    labels: { failure: objectFailures },
  }),
  reconcileWait: row("histogram", "reconcile_wait_seconds", {
    help: "Time from the write of an object until it was ready.",
    buckets: waitBuckets,
  }),
  retries: row("counter", "retries_total", { help: "Failed attempts within runs that were retried." }),
  drifts: row("counter", "drifts_total", {
    help: "Objects found to have drifted, by kind of drift.",
    labels: { kind: ["changed", "deleted"] },
  }),
  corrections: row("counter", "drift_corrections_total", {
    help: "Objects with drift that was corrected.",
  }),
  fightsBegun: row("counter", "fights_total", { help: "Fights over objects that started." }),
  looks: row("histogram", "source_look_duration_seconds", {
    help: "Duration of a poll of git.",
    buckets: lookBuckets,
  }),
  lookFailures: row("counter", "source_look_failures_total", { help: "Failed polls of git." }),
  notices: row("counter", "notices_total", {
    help: "Notices in runs and between them, by level.",
    labels: { level: levels },
    ofUnit: false,
  }),
  members: row("gauge", "members", { help: "Live replicas, as seen by this one.", ofUnit: false }),
  keptUnits: row("gauge", "kept_units", { help: "Units assigned to this replica.", ofUnit: false }),
};
